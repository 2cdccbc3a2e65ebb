-- Up Migration
-- Reads the tables without holding anybody up.
alter table transaction validate constraint transaction_id_tells_time;
alter table payout_log validate constraint payout_log_id_tells_time;
alter table activity validate constraint activity_id_tells_time;
alter table webhook_event validate constraint webhook_event_id_tells_time;
alter table webhook_attempt validate constraint webhook_attempt_id_tells_time;
alter table transfer validate constraint transfer_id_tells_time;
alter table hold validate constraint hold_id_tells_time;
alter table audit validate constraint audit_id_tells_time;

-- How many merchants there are: the head of their list, which would look at each of them otherwise. They change seldom, and
-- one at a time, so that a trigger counts them whoever writes.
create table merchant_count (
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  verified text not null,
  n bigint not null,
  primary key (mode, verified)
);

create function count_merchants() returns trigger language plpgsql as $$
begin
  -- In one order, so that two decisions wait for each other and never in a circle.
  if tg_op = 'TRUNCATE' then
    delete from merchant_count;
  elsif tg_op = 'INSERT' then
    insert into merchant_count select mode, verified, count(*) from after group by 1, 2 order by 1, 2
    on conflict (mode, verified) do update set n = merchant_count.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into merchant_count select mode, verified, -count(*) from before group by 1, 2 order by 1, 2
    on conflict (mode, verified) do update set n = merchant_count.n + excluded.n;
  else
    insert into merchant_count
    select mode, verified, sum(change) from (
      select mode, verified, 1 as change from after union all select mode, verified, -1 from before
    ) as changed group by 1, 2 having sum(change) <> 0 order by 1, 2
    on conflict (mode, verified) do update set n = merchant_count.n + excluded.n;
  end if;
  return null;
end $$;

-- Nobody writes merchants between the count and the triggers.
lock table merchant in share row exclusive mode;
insert into merchant_count select mode, verified, count(*) from merchant group by 1, 2;
create trigger merchant_counted_in after insert on merchant referencing new table as after
  for each statement execute function count_merchants();
create trigger merchant_counted_again after update on merchant referencing old table as before new table as after
  for each statement execute function count_merchants();
create trigger merchant_counted_out after delete on merchant referencing old table as before
  for each statement execute function count_merchants();
create trigger merchant_counted_none after truncate on merchant
  for each statement execute function count_merchants();

-- Down Migration
drop trigger merchant_counted_none on merchant;
drop trigger merchant_counted_out on merchant;
drop trigger merchant_counted_again on merchant;
drop trigger merchant_counted_in on merchant;
drop function count_merchants;
drop table merchant_count;
