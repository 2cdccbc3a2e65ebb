-- Up Migration
-- Hashes over the audit, each with that of the seal before it, so that no sealed row can change, go or come unnoticed. They are written
-- by a job after the rows are committed: a hash made at the insert would let one writer at a time commit.

-- A text with its length in bytes before it, so that no two rows have the same concatenation. The length is cast, because the operator
-- between a number and a text is only stable, for which PostgreSQL would not inline the function: a leaf would take five times as long.
create function audit_field(value text) returns text language sql immutable parallel safe
return coalesce(octet_length(value)::text || ':' || value, '-');

-- The hash of a row in form 1. A column that is added to the audit later belongs to another form: this one is never changed.
create function audit_leaf_1(entry audit) returns bytea language sql stable parallel safe
return sha256(convert_to(
  'kobo.audit.row.1' || audit_field((entry).id::text)
    || audit_field(to_char((entry).at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    || audit_field((entry).staff_id::text) || audit_field((entry).session_id::text) || audit_field((entry).mode)
    || audit_field((entry).action) || audit_field((entry).record_type) || audit_field((entry).record_id)
    || audit_field((entry).merchant_id::text) || audit_field((entry).before::text) || audit_field((entry).after::text)
    || audit_field((entry).reason) || audit_field((entry).request_id) || audit_field((entry).address)
    || audit_field((entry).user_agent) || audit_field((entry).maker_id::text) || audit_field((entry).proposal_id::text),
  'UTF8'));

create table audit_seal (
  no integer primary key check (no > 0),
  -- Of the hash and of the rows' leaves.
  form smallint not null,
  at timestamptz not null,
  -- Every row that is an hour older was sealed by now: those that come later are not sealed.
  watermark timestamptz not null,
  -- Whether its first row was older than an hour.
  is_late boolean not null,
  n integer not null,
  -- Rows of this seal and all before it.
  total bigint not null,
  first_id uuid,
  last_id uuid,
  leaves_sha256 bytea not null,
  -- Hash of the seal before it; zeros for the first one.
  previous bytea not null,
  hash bytea not null,
  check (watermark <= at)
);

create table audit_sealed (
  audit_id uuid primary key,
  seal_no integer not null,
  -- From 0, in the order of ids.
  place integer not null,
  leaf bytea not null,
  unique (seal_no, place)
);

-- What only a holder of SECRET can compute from the hash of a seal; one for each secret that was in force since.
create table audit_proof (
  seal_no integer not null,
  key text not null,
  proof bytea not null,
  primary key (seal_no, key)
);

create trigger audit_seal_append_only before update or delete or truncate on audit_seal
  for each statement execute function refuse_change();
create trigger audit_sealed_append_only before update or delete or truncate on audit_sealed
  for each statement execute function refuse_change();
create trigger audit_proof_append_only before update or delete or truncate on audit_proof
  for each statement execute function refuse_change();
revoke update, delete, truncate on audit_seal, audit_sealed, audit_proof from current_user;

-- Down Migration
drop table audit_proof, audit_sealed, audit_seal;
drop function audit_leaf_1, audit_field;
