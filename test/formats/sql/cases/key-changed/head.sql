CREATE TABLE depot.parcels (
    a int NOT NULL,
    b int NOT NULL,
    PRIMARY KEY (a, b)
);
