ALTER TABLE depot.parcels ALTER COLUMN note TYPE varchar(80);
