DROP TABLE depot.parcels;
