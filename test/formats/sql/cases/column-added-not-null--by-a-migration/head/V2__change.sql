ALTER TABLE depot.parcels ADD COLUMN weight_g int NOT NULL;
