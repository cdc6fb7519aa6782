ALTER TABLE depot.parcels DROP COLUMN x;
