CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    a int,
    b int
);
