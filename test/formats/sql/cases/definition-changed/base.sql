CREATE TABLE totals AS SELECT * FROM parcels;
