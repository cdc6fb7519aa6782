CREATE TABLE depot.parcels (
    day DATE NOT NULL
) PARTITION BY day;
