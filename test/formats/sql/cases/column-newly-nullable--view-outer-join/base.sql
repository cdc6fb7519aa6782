CREATE TABLE payments (id bigint PRIMARY KEY, amount numeric(10,2) NOT NULL, note text);
CREATE TABLE orders (id bigint PRIMARY KEY);
CREATE VIEW v AS SELECT o.id, p.amount FROM orders o JOIN payments p ON p.id = o.id;
