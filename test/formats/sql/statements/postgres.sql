--- a plain table
CREATE TABLE depot.parcels (
    parcel_id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    weight_g    integer NOT NULL CHECK (weight_g > 0),
    note        text
);
--- sizes and times
CREATE TABLE IF NOT EXISTS events (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    happened_at timestamp(3) with time zone NOT NULL DEFAULT now(),
    wall_clock time without time zone,
    price numeric(12,2) DEFAULT 0.00,
    code character varying(8) COLLATE "C",
    flag boolean DEFAULT false,
    spread double precision,
    CONSTRAINT events_pkey PRIMARY KEY (id)
);
--- serial, arrays and json
CREATE TABLE tags (id serial, labels text[] NOT NULL DEFAULT '{}', payload jsonb, matrix integer[3][3]);
--- quoted names and a comment with a semicolon
CREATE TABLE "Sales"."Order Lines" (
    "Line No" int NOT NULL, -- the first; the second
    "order" int /* a word; that is reserved */
);
--- foreign keys and actions
CREATE TABLE legs (
    leg int,
    parcel_id bigint REFERENCES depot.parcels (parcel_id) ON DELETE CASCADE,
    depot text CONSTRAINT leg_depot_not_null NOT NULL,
    PRIMARY KEY (leg, parcel_id),
    UNIQUE (parcel_id, depot),
    CONSTRAINT depot_fk FOREIGN KEY (depot) REFERENCES depots (code) DEFERRABLE INITIALLY DEFERRED
);
--- partitions
CREATE TABLE readings (day date NOT NULL, value real) PARTITION BY RANGE (day);
CREATE TABLE readings_2026 PARTITION OF readings FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
--- generated column
CREATE TABLE sizes (h int, w int, area int GENERATED ALWAYS AS (h * w) STORED);
--- storage parameters and a tablespace
CREATE UNLOGGED TABLE logs (line text) WITH (fillfactor=70) TABLESPACE fast;
--- several actions at once
CREATE TABLE a (id int, b text, c varchar(10));
ALTER TABLE a ADD COLUMN d date, DROP COLUMN b, ALTER COLUMN c TYPE varchar(20), ALTER COLUMN id SET NOT NULL;
--- a type changed with using
CREATE TABLE a (id int, at text);
ALTER TABLE ONLY a ALTER COLUMN at SET DATA TYPE timestamptz USING at::timestamptz;
--- renames
CREATE TABLE crm.people (id int, mail text);
ALTER TABLE crm.people RENAME COLUMN mail TO email;
ALTER TABLE crm.people RENAME TO contacts;
--- defaults and nulls
CREATE TABLE a (id int NOT NULL, state text NOT NULL DEFAULT 'new');
ALTER TABLE a ALTER state DROP DEFAULT;
ALTER TABLE a ALTER COLUMN id DROP NOT NULL;
--- constraints added and dropped
CREATE TABLE a (id int, code text UNIQUE);
ALTER TABLE a ADD CONSTRAINT a_pk PRIMARY KEY (id);
ALTER TABLE a DROP CONSTRAINT a_code_key;
ALTER TABLE a ADD CHECK (id > 0) NOT VALID;
--- unique index
CREATE TABLE a (id int, code text);
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS a_code ON a USING btree (code);
CREATE INDEX a_id ON a (id);
--- what does not matter
SET search_path TO depot;
CREATE EXTENSION IF NOT EXISTS pgcrypto;
CREATE TABLE a (id int);
ALTER TABLE a OWNER TO loader;
ALTER TABLE a ENABLE ROW LEVEL SECURITY;
COMMENT ON TABLE a IS 'rows; one per visit';
GRANT SELECT ON a TO reader;
INSERT INTO a VALUES (1);
--- a function body that speaks of tables
CREATE TABLE a (id int);
CREATE FUNCTION f() RETURNS trigger AS $body$
BEGIN
  CREATE TABLE a (id text);
  RETURN NEW;
END;
$body$ LANGUAGE plpgsql;
--- dropped and made again
CREATE TABLE a (id int);
DROP TABLE IF EXISTS a CASCADE;
CREATE TABLE a (id bigint);
--- like another
CREATE TABLE a (id int NOT NULL, code text);
CREATE TABLE b (LIKE a INCLUDING ALL);
--- temporary tables are nobody's contract
CREATE TEMP TABLE scratch (id int);
CREATE TABLE a (id int);
--- an enumerated type
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TABLE a (m mood NOT NULL, spot point, span interval year to month);
--- inherited columns are not known
CREATE TABLE cities (name text) INHERITS (places);
--- a block that alters
CREATE TABLE a (id int);
DO $$ BEGIN ALTER TABLE a ADD COLUMN b int; END $$;
