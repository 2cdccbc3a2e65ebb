-- Up Migration
-- Responses of providers were stored whole, with whatever they tell of other people. They are reduced to the fields of
-- rails/stored-response.ts. Servers of the release before are stopped first, since they still store whole responses.

create function masked_numbers(body text) returns text language sql immutable parallel safe as $$
  select regexp_replace(body, '(?<!\d)\d(?:[ .-]?\d){10}(?!\d)', '[redacted]', 'g')
$$;

create function redacted_response(body jsonb, fields jsonb) returns jsonb language plpgsql immutable as $$
declare
  result jsonb := '{}';
  field record;
  kind jsonb;
  said text;
begin
  for field in
    select key, value from jsonb_each(body) where key ~ '^[A-Za-z][A-Za-z_]{0,39}$' order by fields ? key desc, key limit 30
  loop
    kind := fields -> field.key;
    said := field.value #>> '{}';
    result := result || jsonb_build_object(field.key, case
      when kind is null then '"[redacted]"'
      when jsonb_typeof(field.value) in ('null', 'boolean') then field.value
      when jsonb_typeof(kind) = 'object' and jsonb_typeof(field.value) = 'object'
        then redacted_response(field.value, kind)
      when jsonb_typeof(kind) = 'object' or jsonb_typeof(field.value) not in ('string', 'number') then '"[redacted]"'
      when kind = '"amount"' and said ~ '^-?\d{1,15}(\.\d{1,2})?$' then field.value
      when kind = '"amount"' then '"[redacted]"'
      when masked_numbers(said) = said and length(said) <= 200 then field.value
      else to_jsonb(left(masked_numbers(said), 200))
    end);
  end loop;
  return result;
end $$;

create function redacted_log(category text, response jsonb) returns jsonb language sql immutable as $$
  select case
    when category not in ('TRANSFER_WEBHOOK', 'COLLECTION_WEBHOOK') then redacted_response(response, '{
      "sessionId": "text", "reference": "text", "responseCode": "text", "responseMessage": "text", "message": "text",
      "bankCode": "text", "accountNumber": "text", "accountName": "text", "amountKobo": "amount", "feeKobo": "amount",
      "outcome": "text", "code": "text", "card": {"scheme": "text", "lastFour": "text"}, "problem": "text"
    }')
    when jsonb_typeof(response -> 'text') = 'string'
      then jsonb_set(response, '{text}', to_jsonb(masked_numbers(response ->> 'text')))
    else response
  end
$$;

-- Only this transaction sees the trigger lifted, and payouts go on meanwhile: altering the table would lock it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payout_log' and tg_op = 'UPDATE' then
    return null;
  end if;
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
grant update on payout_log to current_user;

with log as (
  update payout_log set response = redacted_log(category, response)
  where response is not null and response is distinct from redacted_log(category, response)
  returning 1
), attempt as (
  update webhook_attempt set response_text = masked_numbers(response_text)
  where response_text ~ '\d' and response_text is distinct from masked_numbers(response_text)
  returning 1
), redaction as (
  select date_trunc('milliseconds', now()) as at, (select count(*) from log) as logs,
    (select count(*) from attempt) as attempts
)
insert into audit (id, at, action, record_type, record_id, after, reason)
select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
    || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
  at, 'payout-log.redact', 'payout-log', 'all', jsonb_build_object('payoutLogs', logs, 'webhookAttempts', attempts),
  'Responses of providers are stored as an allow-list of fields'
from redaction where logs + attempts > 0;

revoke update on payout_log from current_user;
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
drop function redacted_log, redacted_response, masked_numbers;

-- Down Migration
-- What was redacted is gone; the audit row stays, since audit rows are never deleted.
select 1;
