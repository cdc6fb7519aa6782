ALTER TABLE depot.parcels DROP COLUMN note;
