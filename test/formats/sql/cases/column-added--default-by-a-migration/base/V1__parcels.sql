CREATE TABLE depot.parcels (
    parcel_id bigint PRIMARY KEY,
    depot text NOT NULL,
    note varchar(40)
);
