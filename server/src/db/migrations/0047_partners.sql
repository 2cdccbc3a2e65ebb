-- Up Migration
-- Who brings merchants to us. A merchant belongs to one partner of its mode at most.
create table partner (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  created_at timestamptz not null,
  name text not null,
  email text not null,
  phone_number text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  constraint partner_id_tells_time check (created_at = uuid_time(id)),
  constraint partner_in_mode unique (id, mode)
);
create index partner_newest on partner (mode, created_at desc, id desc) include (status);

alter table merchant add column partner_id uuid,
  add constraint merchant_partner foreign key (partner_id, mode) references partner (id, mode);
create index merchant_of_partner on merchant (partner_id, created_at desc, id desc) where partner_id is not null;

-- Down Migration
alter table merchant drop column partner_id;
drop table partner;
