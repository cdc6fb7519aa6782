--- create table app.t (a int); use schema app; drop table if exists t;
create table app.t (a int);
use schema app;
drop table if exists t;

--- create table app.t (a int, b int); use schema app; alter table if exis
create table app.t (a int, b int);
use schema app;
alter table if exists t drop column b;

--- create or replace table t (a int); create or replace table t (b int);
create or replace table t (a int);
create or replace table t (b int);

--- create table t (a int); create table u (b int); alter table t swap wit
create table t (a int);
create table u (b int);
alter table t swap with u;

--- create table t (a int); drop table t; undrop table t;
create table t (a int);
drop table t;
undrop table t;

--- create or replace dynamic table d target_lag='1 minute' warehouse=w as
create or replace dynamic table d target_lag='1 minute' warehouse=w as select a from t;

--- create dynamic table d (a int, b int) target_lag='1 minute' warehouse=
create dynamic table d (a int, b int) target_lag='1 minute' warehouse=w as select a, b from t;

--- create iceberg table t (a int, b string) external_volume='v' catalog='
create iceberg table t (a int, b string) external_volume='v' catalog='SNOWFLAKE' base_location='x';

--- create iceberg table t external_volume='v' catalog='x' catalog_table_n
create iceberg table t external_volume='v' catalog='x' catalog_table_name='y';

--- create transient table t (a number(38,0) not null autoincrement start 
create transient table t (a number(38,0) not null autoincrement start 1 increment 1 noorder, b string collate 'en-ci' comment 'x', c variant, d timestamp_ntz(9) default current_timestamp()) cluster by (a) comment='t' data_retention_time_in_days=1;

--- create table t (a string with masking policy p using (a, b) with tag (
create table t (a string with masking policy p using (a, b) with tag (x='y'), b string) with row access policy r on (b);

--- create table t (a int, b string); alter table t modify column a set ma
create table t (a int, b string);
alter table t modify column a set masking policy p;
alter table t modify column a unset masking policy;

--- create table t (a int, b string); alter table t alter a set data type 
create table t (a int, b string);
alter table t alter a set data type number(38,2), column b drop not null;
alter table t modify (a comment 'x', b set not null);

--- create table t (a int); alter table t set tag x='y'; alter table t add
create table t (a int);
alter table t set tag x='y';
alter table t add row access policy r on (a);
alter table t drop row access policy r;

--- create table t (a int); alter table t add column if not exists b int d
create table t (a int);
alter table t add column if not exists b int default 1, c string;
alter table t drop column a, b;

--- create table t (a int); alter table t rename to other.t2;
create table t (a int);
alter table t rename to other.t2;

--- create table db.s.t (a int); alter table db.s.t rename to u;
create table db.s.t (a int);
alter table db.s.t rename to u;

--- create table t (a int); alter table t rename column a to "b"; alter ta
create table t (a int);
alter table t rename column a to "b";
alter table t drop column "b";

--- create table t using template (select array_agg(object_construct(*)) f
create table t using template (select array_agg(object_construct(*)) from table(infer_schema(location=>'@x')));

--- create or replace table t as select 1 as a;
create or replace table t as select 1 as a;

--- create table t clone u;
create table t clone u;

--- create table t (a int); create table u clone t; create or replace tabl
create table t (a int);
create table u clone t;
create or replace table t like u;

--- create or alter table t (a int, b int);
create or alter table t (a int, b int);

--- create table t (a int); create or alter table t (a int, b int);
create table t (a int);
create or alter table t (a int, b int);

--- create external table t (a int as (value:c1::int), b date as to_date(v
create external table t (a int as (value:c1::int), b date as to_date(value:c2)) partition by (b) location=@x file_format=(type=parquet);

--- create table t (a array(int), b map(varchar, int), c object(x int, y s
create table t (a array(int), b map(varchar, int), c object(x int, y string not null), d vector(float, 3));

--- create table t (a int) ; begin; alter table t add b int; rollback;
create table t (a int) ;
begin;
alter table t add b int;
rollback;

--- execute immediate $$ begin alter table t add column b int; end $$; cre
execute immediate $$ begin alter table t add column b int;
end $$;
create table t (a int);

--- create table t (a int); create or replace view t as select 1;
create table t (a int);
create or replace view t as select 1;

--- create table identifier('t') (a int);
create table identifier('t') (a int);

--- create table t (a int, constraint pk primary key (a) rely, foreign key
create table t (a int, constraint pk primary key (a) rely, foreign key (a) references u (b) not enforced);

--- create table t (a int); alter table t drop primary key; alter table t 
create table t (a int);
alter table t drop primary key;
alter table t drop unique (a);
alter table t rename constraint a to b;

--- create table t (a int) -- c // slash comment ; alter table t add b int
create table t (a int) -- c
 // slash comment
;
alter table t add b int;

--- create table t (a varchar(10)); alter table t modify a varchar(20);
create table t (a varchar(10));
alter table t modify a varchar(20);

--- create table t (a int); alter table t add (b int, c int);
create table t (a int);
alter table t add (b int, c int);

--- create table t (a int); alter dynamic table t rename to u;
create table t (a int);
alter dynamic table t rename to u;

--- create table t (a int); alter iceberg table t alter column a set data 
create table t (a int);
alter iceberg table t alter column a set data type bigint;

--- create table t (a int); drop schema s; drop table if exists t cascade;
create table t (a int);
drop schema s;
drop table if exists t cascade;
undrop schema s;
