CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    "DEPOT" text
);
