CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    b int,
    a int
);
