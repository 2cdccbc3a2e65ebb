-- Up Migration
-- The services that merchants use, by the code that the engine knows each by.
alter table service add column code text unique;
insert into service (id, name) values
  ('00000000-0000-7000-8000-000000000101', 'Collections'),
  ('00000000-0000-7000-8000-000000000102', 'Payouts'),
  ('00000000-0000-7000-8000-000000000103', 'Bills Payment'),
  ('00000000-0000-7000-8000-000000000104', 'Virtual Accounts'),
  ('00000000-0000-7000-8000-000000000105', 'Wallets'),
  ('00000000-0000-7000-8000-000000000106', 'Cards'),
  ('00000000-0000-7000-8000-000000000107', 'Agency Banking')
on conflict (name) do nothing;
update service set code = upper(replace(name, ' ', '_'));
create index merchant_service_of_service on merchant_service (service_id);

-- Whether a service begins anything new in a mode; one that was never switched does.
create table service_switch (
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  service_id uuid not null references service,
  status text not null check (status in ('ACTIVE', 'INACTIVE')),
  changed_at timestamptz not null,
  changed_by uuid not null references staff,
  reason text not null,
  primary key (mode, service_id)
);

-- Down Migration
drop table service_switch;
drop index merchant_service_of_service;
delete from service where id between '00000000-0000-7000-8000-000000000101' and '00000000-0000-7000-8000-000000000107'
  and not exists (select from merchant_service where service_id = service.id);
alter table service drop column code;
