--- create table `p.d.t` (a int64 not null options(description='x'), b str
create table `p.d.t` (a int64 not null options(description='x'), b struct<x int64 not null, y array<string>>, c array<struct<z numeric(10,2)>>, d json default json '{}') partition by date(ts) cluster by a options(expiration_timestamp=timestamp '2027-01-01');

--- create table d.t (a int64); alter table d.t alter column a set data ty
create table d.t (a int64);
alter table d.t alter column a set data type numeric;
alter table d.t alter column a drop not null;
alter table d.t rename column a to b;

--- create table d.t (a int64); alter table d.t rename to u;
create table d.t (a int64);
alter table d.t rename to u;

--- create table d.t (a int64); create table d.u like d.t; create table d.
create table d.t (a int64);
create table d.u like d.t;
create table d.v copy d.t;
create table d.w clone d.t;

--- create table d.t (a int64); create or replace table d.t (b int64);
create table d.t (a int64);
create or replace table d.t (b int64);

--- create table d.t (a int64, b struct<x int64>); alter table d.t add col
create table d.t (a int64, b struct<x int64>);
alter table d.t add column b.y string;

--- create table d.t (a int64, b struct<x int64>); alter table d.t alter c
create table d.t (a int64, b struct<x int64>);
alter table d.t alter column b set data type struct<x int64, y string>;

--- create table d.t (a int64); alter table d.t add primary key (a) not en
create table d.t (a int64);
alter table d.t add primary key (a) not enforced;
alter table d.t drop primary key;

--- create table d.t (a string(10), b numeric(5,2), c string collate 'und:
create table d.t (a string(10), b numeric(5,2), c string collate 'und:ci', d int64 default (1), e timestamp default current_timestamp());

--- create table d.t (a int64); alter table d.t set options (description='
create table d.t (a int64);
alter table d.t set options (description='x');
alter table d.t set default collate '';

--- create table d.t (a int64, b string) as select 1, 'x';
create table d.t (a int64, b string) as select 1, 'x';

--- create snapshot table d.s clone d.t;
create snapshot table d.s clone d.t;

--- create table d.t (a int64); execute immediate 'alter table d.t drop co
create table d.t (a int64);
execute immediate 'alter table d.t drop column a';

--- declare x int64; create table d.t (a int64); if x = 1 then alter table
declare x int64;
create table d.t (a int64);
if x = 1 then alter table d.t drop column a;
end if;

--- create table d.t (a int64); begin alter table d.t add column b int64; 
create table d.t (a int64);
begin alter table d.t add column b int64;
exception when error then select 1;
end;

--- create table d.t (a int64); undrop table d.t; drop table if exists D.T
create table d.t (a int64);
undrop table d.t;
drop table if exists D.T;

--- create external table d.t (a int64) with partition columns (dt date) o
create external table d.t (a int64) with partition columns (dt date) options(format='x', uris=['y']);

--- create table d.t (a range<date>, b interval, c geography, `select` int
create table d.t (a range<date>, b interval, c geography, `select` int64);

--- create table d.T (A int64); alter table d.T drop column a;
create table d.T (A int64);
alter table d.T drop column a;

--- create table d.t (a int64 options(description="it's")); -- x # y creat
create table d.t (a int64 options(description="it's")); -- x
# y
create table d.u (a int64);

--- create table d.t (a int64); drop schema d cascade;
create table d.t (a int64);
drop schema d cascade;

--- create table p.d.t (a int64); alter table d.t add column b int64;
create table p.d.t (a int64);
alter table d.t add column b int64;

--- create table d.t (a int64); drop table `p.d.t`;
create table d.t (a int64);
drop table `p.d.t`;
