CREATE TABLE depot.parcels (
    a TIMESTAMP_LTZ
);
