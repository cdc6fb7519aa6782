CREATE TABLE payments (id bigint PRIMARY KEY, amount text NOT NULL, note text);
CREATE VIEW v AS SELECT p.id, p.amount AS total FROM payments p;
