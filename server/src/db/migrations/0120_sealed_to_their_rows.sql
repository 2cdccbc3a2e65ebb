-- Up Migration
-- In which form values are sealed: 2 names the key and binds each value to its row and column. Servers of the release before
-- cannot read it, so that a database with data stays at 1 until an operator raises it.
create table sealing (
  id boolean primary key default true check (id),
  form smallint not null check (form in (1, 2))
);
insert into sealing (form) select case when exists (select from staff) or exists (select from merchant) then 1 else 2 end;

-- Keys of the secrets that servers have had and that may still have sealed something.
create table sealing_key (
  name text primary key,
  -- Number of the audit seal up to which its proofs are renewed by another key.
  proofs_until integer not null default 0
);

-- The number itself, bound to its row; the column beside it is then a keyed hash, by which it is found and compared.
alter table wallet add sealed_bvn text, add sealed_nin text;
alter table merchant add sealed_bvn text, add sealed_identity_number text;
alter table director add sealed_bvn text;
alter table bvn_record add sealed_bvn text;

-- Key of the hashes of a person's recovery codes, which therefore survive a change of the secret.
alter table second_factor add sealed_recovery_key text;

-- Name of the key that seals a file's bytes; null while they are stored in clear.
alter table file add sealed_with text;

create function is_sealed_number(hash text, sealed text) returns boolean language sql immutable parallel safe
return case
  when hash like 'h2.%' then coalesce(sealed like 'v2.%', false)
  else sealed is null and coalesce(hash like 's1.%', true)
end;

-- Old rows may break these until they are sealed.
alter table wallet drop constraint wallet_sealed,
  add constraint wallet_sealed check (is_sealed_number(bvn, sealed_bvn) and is_sealed_number(nin, sealed_nin)) not valid;
alter table merchant drop constraint merchant_sealed,
  add constraint merchant_sealed check (
    is_sealed_number(bvn, sealed_bvn) and is_sealed_number(identity_number, sealed_identity_number)) not valid;
alter table director drop constraint director_sealed,
  add constraint director_sealed check (is_sealed_number(bvn, sealed_bvn)) not valid;
alter table bvn_record drop constraint bvn_record_sealed,
  add constraint bvn_record_sealed check (is_sealed_number(bvn, sealed_bvn)) not valid;

-- Down Migration
-- What is sealed in form 2 cannot be opened here: only a database in form 1 goes back.
alter table bvn_record drop constraint bvn_record_sealed, add constraint bvn_record_sealed check (bvn like 's1.%') not valid;
alter table director drop constraint director_sealed, add constraint director_sealed check (bvn like 's1.%') not valid;
alter table merchant drop constraint merchant_sealed,
  add constraint merchant_sealed check (bvn like 's1.%' and identity_number like 's1.%') not valid;
alter table wallet drop constraint wallet_sealed,
  add constraint wallet_sealed check (bvn like 's1.%' and nin like 's1.%') not valid;
drop function is_sealed_number;
alter table file drop column sealed_with;
alter table second_factor drop column sealed_recovery_key;
alter table bvn_record drop column sealed_bvn;
alter table director drop column sealed_bvn;
alter table merchant drop column sealed_identity_number, drop column sealed_bvn;
alter table wallet drop column sealed_nin, drop column sealed_bvn;
drop table sealing_key, sealing;
