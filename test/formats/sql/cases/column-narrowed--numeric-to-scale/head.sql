CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    price numeric(10) NOT NULL
);
