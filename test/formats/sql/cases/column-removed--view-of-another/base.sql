CREATE TABLE payments (id bigint PRIMARY KEY, amount numeric(10,2) NOT NULL, note text);
CREATE VIEW v AS SELECT id, amount FROM payments;
CREATE VIEW w AS SELECT * FROM v;
