import type pg from 'pg'

/** Sample ids and values by the names of a call's fields. */
export interface Samples {
  /** By the contract's name of the record; those with the most related rows, so that reads return the most data. */
  ids: Readonly<Record<string, readonly string[]>>
  /** By the field's name. */
  words: Readonly<Record<string, readonly string[]>>
}

const busiest = (column: string, where = 'true') =>
  `select ${column} as id from transaction where mode = 'PRODUCTION' and ${column} is not null and ${where}
    group by 1 order by count(*) desc limit 1`

/** Selects the newest row of a table. */
const any = (table: string, where = `mode = 'PRODUCTION'`) =>
  `select id from ${table} where ${where} order by id desc limit 1`

const records: Record<string, string> = {
  merchant: busiest('merchant_id'),
  wallet: busiest('wallet_id'),
  'child account': busiest('account_id', `scope = 'CHILD'`),
  card: busiest('card_id'),
  terminal: busiest('terminal_id'),
  transaction: `select distinct on (category, type, status) id from transaction where mode = 'PRODUCTION'`,
  'child transaction': `select distinct on (category, type) id from transaction
    where mode = 'PRODUCTION' and scope = 'CHILD'`,
  // One customer account and one of the provider's own.
  account: `(select account_id as id from account_day join account on account.id = account_id and mode = 'PRODUCTION'
      group by 1 order by sum(n) desc limit 1)
    union all
    (select account_id from account_day join provider_account as own on own.id = account_id and mode = 'PRODUCTION'
      group by 1 order by sum(n) desc limit 1)`,
  transfer: `select distinct on (kind) id from transfer where mode = 'PRODUCTION'`,
  settlement: `select settlement.id from settlement_item
    join settlement on settlement.id = settlement_id and mode = 'PRODUCTION'
    group by 1 order by count(*) desc limit 1`,
  'upgrade request': any('merchant_upgrade', `merchant_id in (select id from merchant where mode = 'PRODUCTION')`),
  'scheduled payout': any('scheduled_payout'),
  'recurring payout': any('recurring_payout'),
  batch: any('card_batch'),
  'virtual account': any('virtual_account'),
  checkout: any('checkout'),
  'payment link': any('payment_link'),
  refund: any('refund'),
  dispute: any('dispute'),
  'sub-account': any('subaccount'),
  partner: any('partner'),
  message: any('contact_message'),
  'bill payment': any('bill_payment'),
  shop: any('shop'),
  store: any('store'),
}

interface Words {
  batch: string
  payer: string
  number: string
  name: string
  reference: string
  session: string
  usual: string
  rare: string
  first: string
  second: string
  third: string
}

/** Returns the most frequent values of a database. */
export async function takeSamples(client: pg.Client): Promise<Samples> {
  await client.query('set statement_timeout = 0')
  const ids: Record<string, string[]> = {}
  for (const [record, text] of Object.entries(records)) {
    const { rows } = await client.query<{ id: string }>(text)
    if (rows.length === 0) throw new Error(`There is no ${record} to ask for`)
    ids[record] = rows.map(({ id }) => id)
  }
  const { rows } = await client.query<Words>(`
    select batch.reference as batch, batch.merchant_id as payer,
      t.beneficiary_number as number, t.beneficiary_name as name, t.reference, t.session_id as session, amounts.*,
      (current_date - 200)::text as first, (current_date - 130)::text as second, (current_date - 40)::text as third
    from (
      select * from transaction where mode = 'PRODUCTION' and type = 'DEBIT' and session_id is not null
        and category = 'BANK_TRANSFER' order by created_at desc offset 2000 limit 1
    ) as t
    cross join (select * from bulk_batch where mode = 'PRODUCTION' order by total_items desc limit 1) as batch
    cross join (
      select (percentile_disc(0.5) within group (order by amount_kobo) / 100)::text as usual,
        (percentile_disc(0.9999) within group (order by amount_kobo) / 100)::text as rare
      from transaction where mode = 'PRODUCTION'
    ) as amounts`)
  const [found] = rows
  if (!found) throw new Error('There is no payout to ask for')
  const { batch, payer, number, name, reference, session, usual, rare, first, second, third } = found
  return {
    ids,
    words: {
      batchReference: [batch],
      batchMerchantId: [payer],
      accountNumber: [number],
      accountName: [name],
      reference: [reference, reference.slice(0, 12)],
      sessionId: [session],
      text: [name, name.split(' ')[0] ?? '', number, reference, session, rare],
      minAmount: [usual, rare],
      maxAmount: [usual, rare],
      days: ['7', '90'],
      date: [first, third],
      startDate: [second],
      endDate: [third],
      place: ['merchants'],
    },
  }
}
