CREATE TABLE totals AS SELECT depot, count(*) AS n FROM parcels WHERE sent GROUP BY 1;
