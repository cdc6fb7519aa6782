CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    w int CONSTRAINT heavy CHECK (w > 0)
);
