ALTER TABLE depot.parcels RENAME TO packets;
