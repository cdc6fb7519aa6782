CREATE TABLE depot.parcels (
    a TEXT NOT NULL
);
