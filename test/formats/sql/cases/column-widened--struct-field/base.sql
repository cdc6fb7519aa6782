CREATE TABLE depot.parcels (
    buyer STRUCT<name STRING, country STRING(2)>
);
