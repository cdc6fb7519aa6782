CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    labels text[] NOT NULL
);
