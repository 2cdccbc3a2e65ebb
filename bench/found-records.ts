import type pg from 'pg'
import { timedId } from './sized-servers.ts'

/** Number of transactions per record of each kind that the generator does not create. */
const transactionsForEach = 50
const fewest = 2000

/** Indexes used only to search a kind of record, not by its lists. */
const indexesOf: Record<string, string[]> = {
  merchant: [
    'merchant_name_searched',
    'merchant_by_name',
    'merchant_email_prefix',
    'merchant_by_phone',
    'merchant_by_bvn',
    'director_by_bvn',
  ].concat(['merchant_by_registration', 'settlement_account_by_account_number']),
  wallet: [
    'wallet_name_searched',
    'wallet_by_name',
    'wallet_email_prefix',
    'wallet_by_phone',
    'wallet_by_bvn',
    'wallet_by_nin',
  ],
  'child account': ['account_child_name_searched', 'account_child_by_name', 'account_by_number'],
  'virtual account': ['virtual_account_name_searched', 'virtual_account_by_name', 'virtual_account_by_reference'],
  transaction: ['transaction_by_session', 'transaction_by_counterparty', 'transaction_by_amount_of_whom'].concat([
    'transaction_by_reference',
    'counterparty_name_searched',
    'counterparty_pkey',
    'checkout_by_transaction',
  ]),
  batch: ['bulk_batch_by_reference'],
  dispute: ['dispute_customer_searched', 'dispute_by_customer', 'dispute_of_transaction'],
  settlement: ['settlement_attempt_pkey'],
  'sub-account': ['subaccount_name_searched', 'subaccount_by_name', 'subaccount_by_account_number'],
  card: ['card_holder_searched', 'card_by_holder', 'card_by_last_four'],
  'card batch': ['card_batch_reference'],
  store: ['store_name_searched', 'store_by_name'],
  terminal: ['terminal_by_serial_number'],
  checkout: ['checkout_reference'],
  'payment link': ['payment_link_description_searched', 'payment_link_by_description', 'payment_link_code_key'],
  'contact message': [
    'contact_message_name_searched',
    'contact_message_by_name',
    'contact_message_email_prefix',
    'contact_message_by_phone',
  ],
}

/** Returns the megabytes of the search indexes of each kind of record. */
export async function indexSizes(client: pg.Client): Promise<[kind: string, mb: number][]> {
  const sizes: [string, number][] = []
  for (const [kind, indexes] of Object.entries(indexesOf)) {
    const { rows } = await client.query<{ mb: number }>(
      'select sum(pg_relation_size(name::regclass)) / 1048576.0::float8 as mb from unnest($1::text[]) as name',
      [indexes],
    )
    sizes.push([kind, Number(rows[0]?.mb)])
  }
  return sizes
}

/** Inserts cards, disputes, settlements and all other searchable records of existing merchants, without postings. */
export async function fillFoundRecords(client: pg.Client, size: number): Promise<void> {
  const n = Math.max(fewest, Math.round(size / transactionsForEach))
  for (const statement of statements(n)) await client.query(statement)
}

/** Builds an insert of rows with their own ids, with values from `seed`. */
function records(table: string, columns: string, values: string, where = 'true', from = 'seed'): string {
  return `insert into ${table} (id, created_at, mode, merchant_id, ${columns})
    select id, uuid_time(id), 'PRODUCTION', merchant_id, ${values}
    from (select pg_temp.timed_id(at) as id, ${from}.* from ${from} where ${where} offset 0) as made`
}

/** Builds inserts of accounts of a kind and of the records that own them. */
function places(kind: string, table: string, digit: number, columns: string, values: string): string[] {
  const account = `
    insert into account (id, created_at, mode, kind, merchant_id, account_number, account_name, bank_code, bank_name)
    select id, uuid_time(id), 'PRODUCTION', '${kind}', merchant_id, '7${digit}' || lpad(g::text, 8, '0'), name, '101', 'Providus Bank'
    from (select pg_temp.timed_id(at) as id, seed.* from seed offset 0) as made`
  if (table === '') return [account]
  return [
    account,
    `insert into ${table} (id, created_at, mode, merchant_id, ${columns})
     select account.id, account.created_at, account.mode, account.merchant_id, ${values}
     from account join seed on g = right(account_number, 8)::int where kind = '${kind}'`,
  ]
}

function statements(n: number): string[] {
  return [
    `create function pg_temp.timed_id(at timestamptz) returns uuid language sql volatile return ${timedId('at')}`,
    `create temp table seed as
     select g, now() - g * interval '1 minute' as at, owner.merchant_id, owner.account_id, called.name, paid.transaction_id
     from generate_series(1, ${n}) as g
     join (select row_number() over (order by id) as place, merchant_id, id as account_id
       from account where kind = 'MERCHANT' and mode = 'PRODUCTION') as owner
       on owner.place = 1 + g % (select count(*) from account where kind = 'MERCHANT' and mode = 'PRODUCTION')
     join (select row_number() over (order by id) as place, account_name as name from wallet) as called
       on called.place = 1 + (g * 7) % (select count(*) from wallet)
     join (select row_number() over () as place, id as transaction_id from (
       select id from transaction where mode = 'PRODUCTION' limit ${n}) as taken) as paid on paid.place = g`,
    'analyze seed',
    records('bulk_batch', 'reference, status, total_items', "'PAYROLL-' || g, 'COMPLETED', 1", 'g % 10 = 0'),
    records('card_batch', 'reference, type, quantity', "'CARDS-' || g, 'VIRTUAL', 10", 'g % 10 = 0'),
    records(
      'card',
      'batch_id, account_id, type, holder_name, masked_pan, last_four, token, expires_on',
      `(select id from card_batch where reference = 'CARDS-' || greatest(10, g - g % 10)), account_id, 'VIRTUAL', name,
       '506099******' || lpad((g % 10000)::text, 4, '0'), lpad((g % 10000)::text, 4, '0'), 'bench-' || g, current_date + 700`,
      `g < ${n}`,
    ),
    ...places('CHILD', '', 1, '', ''),
    ...places(
      'SUBACCOUNT',
      'subaccount',
      2,
      'name, split_type, split_value, bank_code, bank_name, account_number, account_name',
      `name || ' Partners', 'PERCENTAGE', 100, '058', 'GTBank', lpad(g::text, 10, '3'), name`,
    ),
    ...places('STORE', 'store', 3, 'name', `name || ' Store'`),
    ...places(
      'TERMINAL',
      'terminal',
      4,
      'store_id, serial_number, active_since',
      `(select account.id from account where account_number = '73' || lpad(g::text, 8, '0')), 'PAX' || lpad(g::text, 9, '0'), at`,
    ),
    records(
      'settlement',
      'account_id, category, status, amount_kobo, transaction_id',
      `account_id, 'MERCHANT_SETTLEMENT', 'SUCCESSFUL', 500000, transaction_id`,
    ),
    `insert into settlement_attempt select transaction_id, id, merchant_id from settlement where transaction_id is not null
     on conflict do nothing`,
    records(
      'dispute',
      'transaction_id, category, status, amount_kobo, customer, description, due_at, staff_id',
      `transaction_id, 'SCAM', 'CLOSED', 500000, name, 'Not as promised', at, (select min(id::text)::uuid from staff)`,
    ),
    records(
      'virtual_account',
      'kind, account_number, account_name, bank_code, amount_kobo, reference, expires_at',
      `'VIRTUAL', '75' || lpad(g::text, 8, '0'), name, '101', 500000, 'RCPT-' || g, at`,
    ),
    `insert into checkout (id, created_at, mode, merchant_id, reference, amount_kobo, narration, virtual_account_id, paid_at,
       transaction_id)
     select id, uuid_time(id), 'PRODUCTION', merchant_id, reference, 500000, 'An order of ' || name, virtual_account_id, at,
       transaction_id
     from (
       select pg_temp.timed_id(at) as id, virtual_account.id as virtual_account_id, virtual_account.merchant_id, reference, name, at, transaction_id
       from virtual_account join seed on reference = 'RCPT-' || g offset 0) as made`,
    `insert into payment_link (id, created_at, mode, merchant_id, checkout_id, code, description, inactive_at)
     select id, uuid_time(id), 'PRODUCTION', merchant_id, checkout_id, code, narration, now()
     from (
       select pg_temp.timed_id(created_at) as id, merchant_id, checkout.id as checkout_id, left(md5(id::text), 16) as code, narration
       from checkout where reference ^@ 'RCPT-' offset 0) as made`,
    records(
      'contact_message',
      'name, email, phone_number, subject, message',
      `name, 'person' || g || '@mail.example', '+234809' || lpad(g::text, 7, '0'), 'Fees', 'What does it cost?'`,
    ),
    `analyze account, bulk_batch, card_batch, card, subaccount, store, terminal, settlement, settlement_attempt, dispute,
       virtual_account, checkout, payment_link, contact_message`,
  ]
}
