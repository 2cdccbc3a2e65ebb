-- Up Migration
-- Disputes of transactions, what was said about each and what happened to it.
create table dispute (
  id uuid primary key,
  mode text not null check (mode in ('PRODUCTION', 'SANDBOX')),
  merchant_id uuid not null references merchant,
  created_at timestamptz not null,
  transaction_id uuid not null,
  category text not null check (category in ('SCAM', 'CASHBACK', 'CHARGEBACK', 'TRANSFER')),
  status text not null check (status in ('NEW', 'IN_PROGRESS', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED', 'RESOLVED',
    'REJECTED', 'CLOSED')),
  amount_kobo bigint not null check (amount_kobo > 0),
  -- Who complains, as they call themselves.
  customer text not null,
  description text not null,
  due_at timestamptz not null,
  conversation text not null default 'ENABLED' check (conversation in ('ENABLED', 'DISABLED')),
  -- What a person must look at.
  alert text,
  staff_id uuid not null references staff,
  constraint dispute_id_tells_time check (created_at = uuid_time(id))
);
create index dispute_newest on dispute (mode, created_at desc, id desc) include (merchant_id, status, category);
create index dispute_of_transaction on dispute (transaction_id);
create unique index dispute_open on dispute (transaction_id) where status not in ('RESOLVED', 'REJECTED', 'CLOSED');
create index dispute_customer_anywhere on dispute using gin (lower(customer) gin_trgm_ops);
-- Whose refund failed may still be closed.
create trigger dispute_steps before update on dispute for each row execute function only_these_steps(
  'status', 'NEW>IN_PROGRESS', 'NEW>REJECTED', 'NEW>CLOSED',
  'IN_PROGRESS>AWAITING_FEEDBACK', 'IN_PROGRESS>RESOLVED', 'IN_PROGRESS>REJECTED', 'IN_PROGRESS>CLOSED',
  'AWAITING_FEEDBACK>FEEDBACK_PROVIDED', 'AWAITING_FEEDBACK>RESOLVED', 'AWAITING_FEEDBACK>REJECTED',
  'AWAITING_FEEDBACK>CLOSED', 'FEEDBACK_PROVIDED>AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED>RESOLVED',
  'FEEDBACK_PROVIDED>REJECTED', 'FEEDBACK_PROVIDED>CLOSED', 'RESOLVED>CLOSED');

create table dispute_message (
  id uuid primary key,
  dispute_id uuid not null references dispute,
  merchant_id uuid not null,
  created_at timestamptz not null,
  sender_role text not null check (sender_role in ('ADMIN', 'MERCHANT')),
  staff_id uuid references staff,
  subject text not null,
  message text not null,
  constraint dispute_message_sender check ((sender_role = 'ADMIN') = (staff_id is not null)),
  constraint dispute_message_id_tells_time check (created_at = uuid_time(id))
);
create index dispute_message_newest on dispute_message (dispute_id, created_at desc, id desc);

create table dispute_activity (
  id uuid primary key,
  dispute_id uuid not null references dispute,
  merchant_id uuid not null,
  created_at timestamptz not null,
  -- What the dispute was from then on.
  status text not null,
  reason text,
  -- Whose doing it was; none of what happened by itself.
  role text check (role in ('ADMIN', 'MERCHANT')),
  staff_id uuid references staff,
  constraint dispute_activity_id_tells_time check (created_at = uuid_time(id))
);
create index dispute_activity_newest on dispute_activity (dispute_id, created_at desc, id desc);

-- The pictures of a dispute, and those of its messages.
create table dispute_attachment (
  file_id uuid primary key references file,
  dispute_id uuid not null references dispute,
  message_id uuid references dispute_message,
  merchant_id uuid not null,
  position smallint not null
);
create index dispute_attachment_of_dispute on dispute_attachment (dispute_id, message_id, position);

-- The dispute that a refund resolves.
alter table refund add column dispute_id uuid references dispute;
create index refund_of_dispute on refund (dispute_id) where dispute_id is not null;

-- What a dispute wants to hold, though less may be there to be held; nothing else holds less than it wants.
alter table hold add column wanted_kobo bigint,
  drop constraint hold_amount_kobo_check,
  add constraint hold_amount check (
    case when wanted_kobo is null then amount_kobo > 0
    else dispute_id is not null and amount_kobo between 0 and wanted_kobo end) not valid;

-- Down Migration
alter table hold drop constraint hold_amount,
  add constraint hold_amount_kobo_check check (amount_kobo > 0) not valid,
  drop column wanted_kobo;
alter table refund drop column dispute_id;
drop table dispute_attachment, dispute_activity, dispute_message, dispute;
