CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    state text NOT NULL,
    note text
);
