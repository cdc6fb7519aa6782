ALTER TABLE depot.parcels ADD COLUMN x int;
