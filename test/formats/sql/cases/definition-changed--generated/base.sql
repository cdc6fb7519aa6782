CREATE TABLE depot.parcels (
    h int,
    w int,
    area int GENERATED ALWAYS AS (h * w) STORED
);
