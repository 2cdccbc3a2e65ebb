-- Up Migration
-- What the switch and the merchants have asked of us, and what they were answered: whoever asks again hears the same.

create table inbound_call (
  -- The switch in one mode, or a merchant.
  caller text not null,
  call text not null,
  reference text not null,
  merchant_id uuid,
  said_sha256 text not null,
  reply jsonb not null,
  at timestamptz not null,
  primary key (caller, call, reference)
);
create index inbound_call_oldest on inbound_call (at);

-- Down Migration
drop table inbound_call;
