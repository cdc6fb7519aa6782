CREATE TABLE totals AS SELECT depot, count(*) AS n FROM parcels GROUP BY 1;
