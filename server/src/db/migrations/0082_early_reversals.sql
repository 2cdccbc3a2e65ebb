-- Up Migration
-- Reversals of payments by card that the scheme told of before the payment itself: an authorisation that comes later is declined.
create table early_reversal (
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  -- What the scheme calls the payment, and the message that took it back.
  reference text not null,
  message_id text not null,
  at timestamptz not null,
  primary key (mode, reference)
);

-- Down Migration
drop table early_reversal;
