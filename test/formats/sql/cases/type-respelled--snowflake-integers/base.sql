CREATE TABLE depot.parcels (
    a INT
);
