CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    sent timestamp NOT NULL
);
