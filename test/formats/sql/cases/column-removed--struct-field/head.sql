CREATE TABLE depot.parcels (
    lines ARRAY<STRUCT<sku: STRING>>
) USING DELTA;
