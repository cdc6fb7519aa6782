CREATE TABLE depot.parcels (
    lines ARRAY<STRUCT<sku: STRING, quantity: INT>>
) USING DELTA;
