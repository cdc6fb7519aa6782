CREATE TABLE depot.parcels (
    a VARCHAR(512) NOT NULL
);
