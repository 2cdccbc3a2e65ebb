-- Up Migration
-- How often each person has searched by a BVN or a NIN on each day in Lagos.
create table personal_number_search (
  staff_id uuid not null references staff,
  day date not null,
  searches int not null check (searches > 0),
  primary key (staff_id, day)
);

-- Down Migration
drop table personal_number_search;
