CREATE TABLE shop.events (id INTEGER NOT NULL, at DATETIME, name STRING, code CHAR(1));
