-- A table for the tests of durability.
create table written (
  id integer primary key,
  padding text not null
);
