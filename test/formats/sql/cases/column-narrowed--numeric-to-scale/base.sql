CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    price numeric NOT NULL
);
