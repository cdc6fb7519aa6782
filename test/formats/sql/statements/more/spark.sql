--- create table t (a int comment 'x', b string not null, c struct<x: int 
create table t (a int comment 'x', b string not null, c struct<x: int comment 'y', y: array<string>>, d map<string, int>, e decimal(10,2), f timestamp_ntz, g int generated always as (a+1), id bigint generated always as identity (start with 1 increment by 1)) using delta partitioned by (b) tblproperties ('delta.columnMapping.mode'='name') location 's3://x' comment 't';

--- create table t (a int) using delta cluster by (a); alter table t clust
create table t (a int) using delta cluster by (a);
alter table t cluster by none;
alter table t cluster by (b);

--- create table t (a int); alter table t change column a b bigint comment
create table t (a int);
alter table t change column a b bigint comment 'x';
alter table t replace columns (c int, d string);

--- create table t (a int); alter table t add columns (b int first, c stri
create table t (a int);
alter table t add columns (b int first, c string after a);
alter table t drop columns (a, b);

--- create table t (a struct<x: int>); alter table t add columns (a.y stri
create table t (a struct<x: int>);
alter table t add columns (a.y string);
alter table t drop column a.x;
alter table t rename column a.y to z;

--- create table t (a int); alter table t alter column a type bigint; alte
create table t (a int);
alter table t alter column a type bigint;
alter table t alter column a set not null;
alter table t alter column a drop not null;
alter table t alter column a comment 'x';

--- create table t (a int); alter table t set tblproperties ('a'='b'); alt
create table t (a int);
alter table t set tblproperties ('a'='b');
alter table t unset tblproperties ('a');
alter table t add constraint c check (a > 0);
alter table t drop constraint c;

--- create table t (a int) ; replace table t (b int) using delta; create o
create table t (a int) ;
replace table t (b int) using delta;
create or replace table t (c int) using delta;

--- create table t (a int) ; replace table t (b int) using delta;
create table t (a int) ;
replace table t (b int) using delta;

--- create table t using delta location 'x';
create table t using delta location 'x';

--- create table t shallow clone u; create table v deep clone u version as
create table t shallow clone u;
create table v deep clone u version as of 3;

--- create table t (a int) partitioned by (d date) stored as parquet;
create table t (a int) partitioned by (d date) stored as parquet;

--- create table a.b.t (a int); use a.b; drop table t; alter table if exis
create table a.b.t (a int);
use a.b;
drop table t;
alter table if exists t add column b int;

--- create table t (a int); alter table t rename to u; create table T (b i
create table t (a int);
alter table t rename to u;
create table T (b int);

--- create table t (A int); alter table t drop column a; alter table T add
create table t (A int);
alter table t drop column a;
alter table T add column c int;

--- create table t (a int); alter table t alter column a set mask f; alter
create table t (a int);
alter table t alter column a set mask f;
alter table t alter column a first;
alter table t alter column a set default 3;

--- create table t (a int default 3, b string collate UTF8_LCASE); alter t
create table t (a int default 3, b string collate UTF8_LCASE);
alter table t set tags ('x'='y');
alter table t rename partition (a=1) to partition (a=2);

--- create or refresh streaming table t (a int, constraint c expect (a > 1
create or refresh streaming table t (a int, constraint c expect (a > 1) on violation drop row) as select * from stream x;

--- create table t (a int); alter table t alter column a type string, b ty
create table t (a int);
alter table t alter column a type string, b type int;

--- create table t (a int); drop database d cascade; drop table if exists 
create table t (a int);
drop database d cascade;
drop table if exists default.t;

--- create table t (a int); alter table t set location 'x'; msck repair ta
create table t (a int);
alter table t set location 'x';
msck repair table t;
alter table t drop if exists partition (a=1);
