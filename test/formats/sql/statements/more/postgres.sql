--- --liquibase formatted sql --changeset x:1 create table t (a int); --ro
--liquibase formatted sql
--changeset x:1
create table t (a int);
--rollback drop table t;

--- --// create table t (a int); --//@UNDO drop table t;
--//
create table t (a int);
--//@UNDO
drop table t;

--- -- rambler up create table t (a int); -- rambler down drop table t;
-- rambler up
create table t (a int);
-- rambler down
drop table t;

--- -- +migrate Up create table t (a int); -- +migrate Down drop table t;
-- +migrate Up
create table t (a int);
-- +migrate Down
drop table t;

--- create table t (a int); begin; alter table t add column b int; rollbac
create table t (a int);
begin;
alter table t add column b int;
rollback;

--- create table t (a int); begin; alter table t drop column a; rollback;
create table t (a int);
begin;
alter table t drop column a;
rollback;

--- create table t (a int); begin; savepoint x; alter table t add b int; r
create table t (a int);
begin;
savepoint x;
alter table t add b int;
rollback to x;
commit;

--- create table a (x int); create table b (y int); alter table a rename t
create table a (x int);
create table b (y int);
alter table a rename to tmp;
alter table b rename to a;
alter table tmp rename to b;

--- create table a (x int); alter table if exists a rename to b;
create table a (x int);
alter table if exists a rename to b;

--- set search_path to app; create table t (a int); alter table app.t add 
set search_path to app;
create table t (a int);
alter table app.t add column b int;

--- create table app.t (a int); alter table t add column b int;
create table app.t (a int);
alter table t add column b int;

--- create table app.t (a int); set search_path = app; alter table t add c
create table app.t (a int);
set search_path = app;
alter table t add column b int;

--- create table public.t (a int); alter table t add column b int;
create table public.t (a int);
alter table t add column b int;

--- create table t (a int); alter table public.t add column b int;
create table t (a int);
alter table public.t add column b int;

--- create table t (a int); drop table public.t;
create table t (a int);
drop table public.t;

--- create table app.t (a int); set search_path=app; drop table t;
create table app.t (a int);
set search_path=app;
drop table t;

--- create table app.t (a int); set search_path=app; drop table if exists 
create table app.t (a int);
set search_path=app;
drop table if exists t;

--- create table app.t (a int, b int); set search_path=app; alter table if
create table app.t (a int, b int);
set search_path=app;
alter table if exists t drop column b;

--- create table t (a int); /* c /* nested */ */ alter table t add b int;
create table t (a int); /* c /* nested */ */ alter table t add b int;

--- create table t (a int); /* c /* nested */ drop table t; */
create table t (a int); /* c /* nested */ drop table t; */

--- create table t (a int, b int); do $$ begin alter table t drop column b
create table t (a int, b int);
do $$ begin alter table t drop column b;
end $$;

--- create table t (a int, b int); do $$ begin execute 'alter table ' || '
create table t (a int, b int);
do $$ begin execute 'alter table ' || 't' || ' drop column b';
end $$;

--- create function f() returns void language plpgsql as $$ begin alter ta
create function f() returns void language plpgsql as $$ begin alter table t drop column b;
end $$;
create table t (a int, b int);
select f();

--- create table t (a int, b int); select exec('alter table t drop column 
create table t (a int, b int);
select exec('alter table t drop column b');

--- create table t (a int, b int); create type c as enum ('x'); drop type 
create table t (a int, b int);
create type c as enum ('x');
drop type c cascade;

--- create type c as enum ('x'); create table t (a int, b c); drop type c 
create type c as enum ('x');
create table t (a int, b c);
drop type c cascade;

--- create domain c as int not null; create table t (a int, b c);
create domain c as int not null;
create table t (a int, b c);

--- create table p (a int primary key); create table t (a int references p
create table p (a int primary key);
create table t (a int references p(a));
drop table p cascade;

--- create table p (a int primary key, b int); create table c partition of
create table p (a int primary key, b int);
create table c partition of p for values in (1);

--- create table p (a int primary key, b int); create table c () inherits 
create table p (a int primary key, b int);
create table c () inherits (p);
alter table p add column z int;

--- create table p (a int); create table c (like p including all); alter t
create table p (a int);
create table c (like p including all);
alter table p add column z int;

--- create table t (a int, primary key (a)); alter table t drop constraint
create table t (a int, primary key (a));
alter table t drop constraint t_pkey;

--- create table t (a int primary key); alter table t drop constraint t_pk
create table t (a int primary key);
alter table t drop constraint t_pkey; 

--- create table t (a int); alter table t add primary key (a); alter table
create table t (a int);
alter table t add primary key (a);
alter table t alter a drop not null;

--- create table t (a int); alter table t add constraint x primary key usi
create table t (a int);
alter table t add constraint x primary key using index i;

--- create table t (a int); create unique index i on t(a); alter table t a
create table t (a int);
create unique index i on t(a);
alter table t add constraint x unique using index i;

--- create table t (a int); alter table t alter column a type bigint using
create table t (a int);
alter table t alter column a type bigint using a::bigint, alter column a set not null;

--- create table t (a int); alter table t alter a set data type numeric(10
create table t (a int);
alter table t alter a set data type numeric(10,2) using a;

--- create table t (a varchar(10)); alter table t alter a type varchar(10)
create table t (a varchar(10));
alter table t alter a type varchar(10) collate "C";

--- create table t (a int generated always as identity primary key, b text
create table t (a int generated always as identity primary key, b text generated always as (upper(c)) stored, c text);

--- create table t (a int); alter table t alter a add generated by default
create table t (a int);
alter table t alter a add generated by default as identity;

--- create table t (a int generated always as identity); alter table t alt
create table t (a int generated always as identity);
alter table t alter a drop identity;

--- create table t (a int generated always as (1) stored); alter table t a
create table t (a int generated always as (1) stored);
alter table t alter a drop expression;

--- create table t (a int); alter table t alter a set expression as (2);
create table t (a int);
alter table t alter a set expression as (2);

--- create table t (a int); alter table t rename a to b; alter table t ren
create table t (a int);
alter table t rename a to b;
alter table t rename column b to c;

--- create table t (a int); create table u as table t;
create table t (a int);
create table u as table t;

--- select a into u from t;
select a into u from t;

--- create table t (a int); select 1 as a, 2 as b into t2;
create table t (a int);
select 1 as a, 2 as b into t2;

--- create schema app create table t (a int);
create schema app create table t (a int);

--- create schema app; create table app.t (a int); alter schema app rename
create schema app;
create table app.t (a int);
alter schema app rename to b;

--- create table t (a int); alter table t set schema app;
create table t (a int);
alter table t set schema app;

--- create table t (a int not null no inherit);
create table t (a int not null no inherit);

--- create table t (a int, b int); alter table t drop a, drop b, add c tex
create table t (a int, b int);
alter table t drop a, drop b, add c text;

--- create table t (a int, constraint n not null a);
create table t (a int, constraint n not null a);

--- create table t (a int); alter table t add constraint n not null a;
create table t (a int);
alter table t add constraint n not null a;

--- create table t (a int); alter table t add constraint c check (a is not
create table t (a int);
alter table t add constraint c check (a is not null) not valid;

--- create table t (a int); alter table t add constraint c check (a > 0) n
create table t (a int);
alter table t add constraint c check (a > 0) not valid;
alter table t validate constraint c;

--- create table t ("A" int, "a b" text, "q""q" int); alter table t drop c
create table t ("A" int, "a b" text, "q""q" int);
alter table t drop column "A";

--- create table "T" (a int); alter table t add b int;
create table "T" (a int);
alter table t add b int;

--- create table U&"t" (a int);
create table U&"t" (a int);

--- create table if not exists t (a int); create table if not exists t (b 
create table if not exists t (a int);
create table if not exists t (b int);

--- create table t (a int); drop table if exists t; create table t (b text
create table t (a int);
drop table if exists t;
create table t (b text);

--- create table t (a int); alter table t add column if not exists a text;
create table t (a int);
alter table t add column if not exists a text;

--- create table t (a int); alter table t add column if not exists b text,
create table t (a int);
alter table t add column if not exists b text, add column if not exists b int;

--- create table t (a int, b int, unique (a,b)); alter table t drop column
create table t (a int, b int, unique (a,b));
alter table t drop column b;

--- create table t (a int, b int, primary key (a,b)); alter table t drop c
create table t (a int, b int, primary key (a,b));
alter table t drop column b;

--- create table t (a int, b int check (a > b)); alter table t drop column
create table t (a int, b int check (a > b));
alter table t drop column b;

--- create table t (a timestamp(3) with time zone default now() not null, 
create table t (a timestamp(3) with time zone default now() not null, b double precision[], c character varying (20), d interval day to second, e bit varying(3));

--- create table t (a int default 1 not null, b text default 'x''y' collat
create table t (a int default 1 not null, b text default 'x''y' collate "C" not null, c int default (1+2)*3, d text default case when true then 'not null' end);

--- create table t (a int default -1, b date default current_date, c bool 
create table t (a int default -1, b date default current_date, c bool default true is not null not null);

--- alter table t rename to u; create table t (a int);
alter table t rename to u;
create table t (a int);

--- create table t (a int); alter view t rename to u;
create table t (a int);
alter view t rename to u;

--- create table t (a int); alter index t rename to u; alter sequence t ow
create table t (a int);
alter index t rename to u;
alter sequence t owned by u.a;

--- create table t (a int); drop owned by x; drop schema public cascade;
create table t (a int);
drop owned by x;
drop schema public cascade;

--- create table t (a int); drop database x;
create table t (a int);
drop database x;

--- create table t (a int); alter table all in tablespace x set tablespace
create table t (a int);
alter table all in tablespace x set tablespace y;
alter table t cluster on i;

--- create table t (a int); alter table t inherit p;
create table t (a int);
alter table t inherit p;

--- create table t (a int); alter table t of x;
create table t (a int);
alter table t of x;

--- create table p (a int) partition by list (a); create table c (a int, b
create table p (a int) partition by list (a);
create table c (a int, b int);
alter table p attach partition c for values in (1);

--- create table t (a int); truncate t; insert into t values (1); alter ta
create table t (a int);
truncate t;
insert into t values (1);
alter table t add b int not null default 0;
alter table t alter b drop default;

--- create table t (a int); import foreign schema x from server y into z; 
create table t (a int);
import foreign schema x from server y into z;
create foreign table f (a int options (x 'y') not null) server s;

--- create table t (a int) ; alter foreign table t add b int;
create table t (a int) ;
alter foreign table t add b int;
