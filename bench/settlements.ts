// Measures instant settlement for an account with many settled collections: npm run bench:settlements [-- --past 100000]
// Alternates between two merchants of a fresh demo; collections arrive through the switch's API.
import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { median, startBenchServer } from './bench-server.ts'
import { signedCall } from './payers.ts'

const { values: options } = parseArgs({ options: { past: { type: 'string', default: '100000' } } })
const [little, much] = [100, Number(options.past)]
const [warmUps, rounds] = [5, 60]
const railsSecret = `whsec_${Buffer.from('a secret of the settlements bench').toString('base64')}`

interface Account {
  id: string
  merchant_id: string
  account_number: string
}

const { baseUrl, databaseUrl, stop } = await startBenchServer({ SWITCH_WEBHOOK_SECRET: railsSecret })
const client = new pg.Client({ connectionString: databaseUrl('postgres').replace(/postgres$/, 'kobo') })
// Reports the first failure, not the connection error when the server is stopped afterwards.
client.on('error', () => {})
try {
  await client.connect()
  const [young, old] = await twoAccounts()
  await insertSettled(young, little)
  await insertSettled(old, much)
  await client.query('vacuum analyze entry, transfer, settlement_item')
  const times = { young: [] as number[], old: [] as number[], unmarked: [] as number[] }
  for (let round = -warmUps; round < rounds; round++) {
    const [youngMs, oldMs] = [await settle(young), await settle(old)]
    await client.query('delete from settlement_mark where account_id = $1', [old.id])
    const unmarkedMs = await settle(old)
    if (round < 0) continue
    times.young.push(youngMs)
    times.old.push(oldMs)
    times.unmarked.push(unmarkedMs)
  }
  report({ young: median(times.young), old: median(times.old), unmarked: median(times.unmarked) })
} finally {
  await client.end()
  await stop()
}

/** Enables instant settlement for two merchants, which have no unsettled collections. */
async function twoAccounts(): Promise<[Account, Account]> {
  const { rows } = await client.query<Account>(`
    select account.id, merchant_id, account_number from account join merchant on merchant.id = merchant_id
    where account.kind = 'MERCHANT' and merchant.mode = 'PRODUCTION' and merchant.status = 'ACTIVE'
      and not exists (select from subaccount where subaccount.merchant_id = merchant.id)
      and exists (select from settlement_account as bank where bank.merchant_id = merchant.id)
    order by available_kobo desc limit 2`)
  const [young, old] = rows
  if (!young || !old) throw new Error('The demo data must have two merchants that can be settled')
  for (const { id, merchant_id } of rows) {
    await client.query('update merchant set auto_instant_settlement = true where id = $1', [merchant_id])
    // Excludes the collections of the demo's history.
    await client.query(
      `insert into settlement_item (account_id, transaction_id, merchant_id, collected_at, amount_kobo, state, reason)
      select distinct on (entry.transaction_id) $1::uuid, entry.transaction_id, $2::uuid, entry.at, entry.amount_kobo, 'SPENT', ''
      from entry join transfer on transfer.id = transfer_id and transfer.kind = 'COLLECTION'
      where account_id = $1 and entry.amount_kobo > 0 on conflict do nothing`,
      [id, merchant_id],
    )
  }
  return [young, old]
}

/** Inserts this many settled collections of the last month. */
async function insertSettled({ id, merchant_id }: Account, count: number): Promise<void> {
  await client.query('begin')
  // Only the tables that settlement reads are filled, so constraints must not be checked.
  await client.query('set local session_replication_role = replica')
  await client.query(
    `create temp table past on commit drop as
    select gen_random_uuid() as transaction_id, made.at,
      (lpad(to_hex((extract(epoch from made.at) * 1000)::bigint), 12, '0') || '7' || substr(md5(nth::text), 1, 3) || '8'
        || substr(md5(nth::text), 4, 15))::uuid as transfer_id
    from generate_series(1, $1::int) as nth cross join lateral (
      select date_trunc('milliseconds', now() - interval '2 hours' - nth * interval '29 days' / $1::int) as at
    ) as made`,
    [count],
  )
  const plant = (insert: string) => client.query(insert, [id, merchant_id])
  await client.query(
    `insert into transfer (id, mode, kind, reference, transaction_id, merchant_id, at)
    select transfer_id, 'PRODUCTION', 'COLLECTION', 'PAST-' || transfer_id, transaction_id, $1, at from past`,
    [merchant_id],
  )
  await plant(
    `insert into entry (transfer_id, position, account_id, merchant_id, transaction_id, at, amount_kobo)
    select transfer_id, 0, $1, $2, transaction_id, at, 100000 from past`,
  )
  await plant(
    `insert into settlement_item (account_id, transaction_id, merchant_id, collected_at, amount_kobo, state, settlement_id)
    select $1, transaction_id, $2, at, 100000, 'SETTLED', gen_random_uuid() from past`,
  )
  await client.query('commit')
}

/** Milliseconds from the response to the switch until the collection is in a settlement. */
async function settle({ id, account_number }: Account): Promise<number> {
  const settled = async () => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from settlement where account_id = $1 and status <> 'FAILED'",
      [id],
    )
    return rows[0]?.n ?? 0
  }
  const before = await settled()
  await signedCall(`${baseUrl}/rails/collections`, {
    secret: railsSecret,
    body: {
      mode: 'PRODUCTION',
      route: 'NIP',
      sessionId: `000013${String(Date.now()).padStart(15, '0')}${String(randomInt(1e9)).padStart(9, '0')}`,
      accountNumber: account_number,
      amountKobo: '100000',
      sender: { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '000013' },
      narration: 'Two crates',
    },
  })
  const begun = performance.now()
  const patience = begun + 60_000
  while ((await settled()) === before) {
    if (performance.now() > patience) throw new Error('The collection was not settled')
  }
  const took = performance.now() - begun
  // Lets the settlement's payout finish first.
  await sleep(400)
  return took
}

function report({ young, old, unmarked }: Record<'young' | 'old' | 'unmarked', number>): void {
  const formatRow = (ms: number) => `${ms.toFixed(1)} | ${(ms / young).toFixed(2)}`
  const text = `# Instant settlement of a collection after 100 and ${much.toLocaleString('en')} settled ones

${cpus().length} processors run the server, its database and this benchmark. A collection arrives for a merchant with instant
settlement; measured is the time from the response to the switch until the settlement exists, which includes the queue.
Both merchants in turns, and the second again without its watermark, so that the whole month is scanned. Medians of ${rounds} rounds.

| | ms | relative to 100 |
|---|---|---|
| 100 settled collections | ${formatRow(young)} |
| ${much.toLocaleString('en')} settled collections | ${formatRow(old)} |
| ${much.toLocaleString('en')}, without the watermark | ${formatRow(unmarked)} |
`
  writeFileSync(join(import.meta.dirname, 'results/settlements.md'), text)
  process.stdout.write(text)
}
