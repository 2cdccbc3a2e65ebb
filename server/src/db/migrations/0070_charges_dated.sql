-- Up Migration
-- A merchant's charges say from when until when they are in force, so that what is booked for a past day is booked at that day's price
-- and can be priced again.
alter table merchant_charge add column valid_from timestamptz, add column valid_until timestamptz;
update merchant_charge set valid_from = updated_at;
alter table merchant_charge alter column valid_from set not null;
alter table merchant_charge drop constraint merchant_charge_pkey;

-- What was in force before is what the audit tells, whose fields are in naira and percent.
create function pg_temp.stored_charges(fields jsonb) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(
    case when jsonb_typeof(value) <> 'number' then key when key = 'percentage' then 'percentageBasisPoints' else key || 'Kobo' end,
    case jsonb_typeof(value)
      when 'number' then to_jsonb(round(value::numeric * 100))
      when 'object' then pg_temp.stored_charges(value)
      else value
    end
  ), '{}') from jsonb_each(fields) as field (key, value)
$$;
insert into merchant_charge (merchant_id, name, data, updated_at, valid_from, valid_until)
select merchant_id, name, pg_temp.stored_charges(fields), at, at, next_at
from (
  select charge.merchant_id, charge.name, audit.at, audit.after -> charge.name as fields, charge.updated_at as last_at,
    lead(audit.at) over (partition by charge.merchant_id, charge.name order by audit.at) as next_at
  from merchant_charge as charge
  join audit on audit.record_type = 'merchant' and audit.record_id = charge.merchant_id::text
    and audit.action = 'charges.update' and audit.after ? charge.name and audit.at <= charge.updated_at
  where jsonb_typeof(audit.after -> charge.name) = 'object'
) as told
where at < last_at and at < next_at;
drop function pg_temp.stored_charges;

-- Each is in force until the next begins, and one until further notice: of rows that keep the four constraints no two overlap.
alter table merchant_charge add primary key (merchant_id, name, valid_from);
alter table merchant_charge add constraint merchant_charge_ends_once unique nulls not distinct (merchant_id, name, valid_until);
alter table merchant_charge add constraint merchant_charge_next foreign key (merchant_id, name, valid_until)
  references merchant_charge (merchant_id, name, valid_from) deferrable initially deferred;
alter table merchant_charge add constraint merchant_charge_lasts check (valid_from < valid_until);

-- When what a charge is for happened, where the charge was taken later.
alter table transfer add column due_at timestamptz;

-- Down Migration
alter table transfer drop column due_at;
alter table merchant_charge drop constraint merchant_charge_lasts, drop constraint merchant_charge_next,
  drop constraint merchant_charge_ends_once, drop constraint merchant_charge_pkey;
delete from merchant_charge where valid_until is not null;
alter table merchant_charge drop column valid_until, drop column valid_from;
alter table merchant_charge add primary key (merchant_id, name);
