CREATE TABLE depot.parcels (
    a BIGINT
);
