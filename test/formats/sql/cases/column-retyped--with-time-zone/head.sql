CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    sent timestamptz NOT NULL
);
