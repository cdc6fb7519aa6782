CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    depot text
);
