--- a plain table
CREATE TABLE `shop-prod.sales.orders` (
  order_id STRING NOT NULL OPTIONS(description="The order; as the shop numbers it"),
  amount NUMERIC(12, 2),
  placed_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP()
)
PARTITION BY DATE(placed_at)
CLUSTER BY order_id
OPTIONS(description="orders", labels=[("team", "checkout")]);
--- nested and repeated
CREATE OR REPLACE TABLE sales.orders (
  id INT64 NOT NULL,
  buyer STRUCT<name STRING NOT NULL, country STRING(2) OPTIONS(description="ISO, two letters")>,
  lines ARRAY<STRUCT<sku STRING NOT NULL, quantity INT64>>,
  tags ARRAY<STRING>
);
--- every scalar
CREATE TABLE d.t (a BOOL, b BYTES(16), c DATE, d DATETIME, e GEOGRAPHY, f JSON, g BIGNUMERIC(40,2), h TIME, i INTERVAL, j FLOAT64, k RANGE<DATE>);
--- keys
CREATE TABLE d.t (a STRING NOT NULL, b INT64, PRIMARY KEY (a) NOT ENFORCED, FOREIGN KEY (b) REFERENCES d.u (id) NOT ENFORCED);
--- a key in the column
CREATE TABLE d.t (a STRING PRIMARY KEY NOT ENFORCED, b STRING);
--- collation and rounding
CREATE TABLE d.t (a STRING COLLATE 'und:ci', b STRING DEFAULT 'x') DEFAULT COLLATE '';
--- if not exists, expiry
CREATE TABLE IF NOT EXISTS d.t (a INT64) OPTIONS (expiration_timestamp=TIMESTAMP "2030-01-01 00:00:00 UTC");
--- external
CREATE EXTERNAL TABLE d.ext (a STRING, b INT64) OPTIONS (format = 'CSV', uris = ['gs://bucket/path/*.csv']);
--- add columns
CREATE TABLE d.t (a INT64);
ALTER TABLE d.t ADD COLUMN b STRING OPTIONS(description="x"), ADD COLUMN IF NOT EXISTS c ARRAY<INT64>;
--- drop columns
CREATE TABLE d.t (a INT64, b STRING, c STRING);
ALTER TABLE d.t DROP COLUMN b, DROP COLUMN IF EXISTS c;
--- widen
CREATE TABLE d.t (a INT64, b STRING(4));
ALTER TABLE d.t ALTER COLUMN a SET DATA TYPE NUMERIC;
ALTER TABLE d.t ALTER COLUMN b SET DATA TYPE STRING(8);
--- relax
CREATE TABLE d.t (a INT64 NOT NULL);
ALTER TABLE IF EXISTS d.t ALTER COLUMN a DROP NOT NULL;
--- options of a column
CREATE TABLE d.t (a INT64);
ALTER TABLE d.t ALTER COLUMN a SET OPTIONS (description = 'an id');
ALTER TABLE d.t SET OPTIONS (description = 'a table');
--- rename a column
CREATE TABLE d.t (a INT64);
ALTER TABLE d.t RENAME COLUMN a TO b;
--- rename a table
CREATE TABLE d.t (a INT64);
ALTER TABLE d.t RENAME TO u;
--- default
CREATE TABLE d.t (a INT64, s STRING);
ALTER TABLE d.t ALTER COLUMN s SET DEFAULT 'it\'s new';
--- comments of all kinds
# a number sign
-- two dashes
CREATE TABLE d.t (a INT64 /* why */, b STRING);
--- a dashed project without quotes
CREATE TABLE my-project.d.t (a INT64);
--- like and copy
CREATE TABLE d.t (a INT64 NOT NULL);
CREATE TABLE d.u LIKE d.t;
CREATE TABLE d.v COPY d.t;
--- a script
BEGIN
  CREATE TABLE d.t (a INT64);
END;
--- under a condition
CREATE TABLE d.t (a INT64);
IF TRUE THEN ALTER TABLE d.t ADD COLUMN b INT64; END IF;
--- a nested field cannot be told by its path
CREATE TABLE d.t (a STRUCT<x INT64>);
ALTER TABLE d.t ALTER COLUMN a.x SET DATA TYPE NUMERIC;
