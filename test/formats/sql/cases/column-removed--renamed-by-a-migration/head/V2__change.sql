ALTER TABLE depot.parcels RENAME COLUMN depot TO depot_code;
