-- Up Migration
-- Amounts of accounts that are blocked. What of each is held now stands on its hold.
create table lien (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  account_id uuid not null references account,
  kind text not null check (kind in ('MERCHANT', 'WALLET', 'CHILD', 'STORE', 'SUBACCOUNT')),
  amount_kobo bigint not null check (amount_kobo > 0),
  reason text not null,
  staff_id uuid not null references staff,
  created_at timestamptz not null,
  until timestamptz check (until > created_at),
  ended_at timestamptz check (ended_at >= created_at),
  -- Both are missing if it ended by itself.
  ended_by uuid references staff,
  end_reason text,
  check (num_nulls(ended_by, end_reason) in (0, 2) and (ended_by is null or ended_at is not null))
);
create index lien_open_of_account on lien (account_id) where ended_at is null;
create index lien_expiring on lien (until) where ended_at is null and until is not null;
create index lien_open on lien (mode, id desc) where ended_at is null;
create index lien_newest on lien (mode, id desc);
create index lien_of_merchant on lien (merchant_id, id desc);
create index lien_of_account on lien (account_id, id desc);

create function only_end_lien() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null or new.ended_at is null
    or to_jsonb(old) - array['ended_at', 'ended_by', 'end_reason']
      <> to_jsonb(new) - array['ended_at', 'ended_by', 'end_reason'] then
    raise exception 'A lien can only be ended, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger lien_append_only before update or delete on lien for each row execute function only_end_lien();

-- A lien holds once; like a dispute, it may hold less than it wants. Existing holds fulfil both rules, and so do those of servers of the
-- previous release.
alter table hold add column lien_id uuid,
  drop constraint hold_one_owner,
  add constraint hold_one_owner check (num_nonnulls(transaction_id, dispute_id, lien_id) = 1) not valid,
  drop constraint hold_amount,
  add constraint hold_amount check (
    case when wanted_kobo is null then amount_kobo > 0
    else transaction_id is null and amount_kobo between 0 and wanted_kobo end) not valid;

-- Down Migration
alter table hold drop constraint hold_amount,
  add constraint hold_amount check (
    case when wanted_kobo is null then amount_kobo > 0
    else dispute_id is not null and amount_kobo between 0 and wanted_kobo end) not valid,
  drop constraint hold_one_owner,
  add constraint hold_one_owner check (num_nonnulls(transaction_id, dispute_id) = 1) not valid,
  drop column lien_id;
drop table lien;
drop function only_end_lien;
