-- Up Migration
-- Periods during which a merchant, or one of its accounts, was frozen; without an account, the whole merchant.
create table account_freeze (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  account_id uuid references account,
  kind text not null check (kind in ('MERCHANT', 'WALLET', 'CHILD', 'STORE', 'SUBACCOUNT')),
  scopes text[] not null check (cardinality(scopes) > 0
    and scopes <@ array['MONEY_OUT', 'REFUNDS', 'COLLECTIONS', 'CARDS', 'SETTLEMENTS', 'SIGNED_CALLS']),
  reason text not null,
  staff_id uuid not null references staff,
  started_at timestamptz not null,
  until timestamptz check (until > started_at),
  -- Whether payments that waited at its start are cancelled.
  cancels_waiting boolean not null,
  ended_at timestamptz check (ended_at >= started_at),
  -- Both are missing if it ended by itself.
  ended_by uuid references staff,
  end_reason text,
  check ((kind = 'MERCHANT') = (account_id is null)),
  check (num_nulls(ended_by, end_reason) in (0, 2) and (ended_by is null or ended_at is not null))
);
create unique index freeze_in_force_of_merchant on account_freeze (merchant_id) where ended_at is null and account_id is null;
create unique index freeze_in_force_of_account on account_freeze (account_id) where ended_at is null and account_id is not null;
create index freeze_in_force on account_freeze (id) where ended_at is null;
create index freeze_newest on account_freeze (mode, id desc);
create index freeze_of_merchant on account_freeze (merchant_id, id desc);
create index freeze_of_account on account_freeze (account_id, id desc) where account_id is not null;

create function only_end_freeze() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null or new.ended_at is null
    or to_jsonb(old) - array['ended_at', 'ended_by', 'end_reason']
      <> to_jsonb(new) - array['ended_at', 'ended_by', 'end_reason'] then
    raise exception 'A freeze can only be ended, once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger freeze_append_only before update or delete on account_freeze for each row execute function only_end_freeze();

-- What a freeze stops stands on the row that is locked before money moves; no movement of an instant up to the last lifting is let
-- through afterwards.
alter table merchant add column frozen_scopes text[] not null default '{}', add column freeze_lifted_at timestamptz;
alter table account add column frozen_scopes text[] not null default '{}', add column freeze_lifted_at timestamptz;

-- Whether a freeze of an account, its merchant, the wallet of its holder or the store of its terminal stops something.
create function is_frozen(of_account uuid, scope text) returns boolean language sql stable parallel safe as $$
  select coalesce((
    select scope = any(merchant.frozen_scopes) or scope = any(account.frozen_scopes) or exists (
        select from account own
        where own.wallet_id = account.wallet_id and own.kind = 'WALLET' and scope = any(own.frozen_scopes)
      ) or exists (
        select from terminal join account store on store.id = terminal.store_id
        where terminal.id = account.id and scope = any(store.frozen_scopes)
      )
    from account join merchant on merchant.id = account.merchant_id
    where account.id = of_account
  ), false)
$$;

-- Down Migration
drop function is_frozen;
alter table account drop column frozen_scopes, drop column freeze_lifted_at;
alter table merchant drop column frozen_scopes, drop column freeze_lifted_at;
drop table account_freeze;
drop function only_end_freeze;
