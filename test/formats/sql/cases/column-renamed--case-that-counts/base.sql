CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    "Depot" text
);
