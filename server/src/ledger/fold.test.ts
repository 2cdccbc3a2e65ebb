import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { plainTransaction } from '../testing/factories.ts'
import { propertyRuns, propertyTimeoutMs } from '../testing/property-runs.ts'
import { uuidv7 } from '../uuid.ts'
import { everyMerchant } from './counters/scopes.ts'
import { foldAll, foldDeltas } from './fold.ts'
import { providerAccount } from './provider-accounts.ts'
import { transitionTransaction, recordTransaction, type TransactionStatus } from './transactions.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const parties = [
  ...(await someAccounts(db, 'PRODUCTION')),
  ...(await someAccounts(db, 'PRODUCTION')),
  ...(await someAccounts(db, 'SANDBOX')),
]

// On both sides of midnight in Lagos, at the ends of days, months and years.
const instants = [
  '2025-11-30T22:59:59.999Z',
  '2025-11-30T23:00:00.000Z',
  '2025-12-31T22:59:59.999Z',
  '2025-12-31T23:00:00.000Z',
  '2026-01-01T00:30:00.000Z',
  '2026-02-28T23:30:00.000Z',
  '2026-03-01T12:00:00.000Z',
]
const kinds = [
  ['DEBIT', 'BANK_TRANSFER'],
  ['CREDIT', 'BANK_FUNDING'],
  ['CREDIT', 'WALLET_TO_WALLET'],
  ['DEBIT', 'WALLET_TO_WALLET'],
]
const insert = fc.record({
  do: fc.constant('insert' as const),
  party: fc.constantFrom(...parties),
  kind: fc.constantFrom(...kinds),
  created_at: fc.constantFrom(...instants),
  status: fc.constantFrom<TransactionStatus>('QUEUED', 'PENDING', 'SUCCESS', 'FAILED'),
  amount_kobo: fc.bigInt({ min: 1n, max: 9_000_000_000n }),
})
const move = fc.record({
  do: fc.constant('move' as const),
  nth: fc.nat({ max: 20 }),
  to: fc.constantFrom<TransactionStatus>('PENDING', 'SUCCESS', 'FAILED'),
  gives: fc.constantFrom('commit', 'commit', 'commit', 'rollback'),
})
const fold = fc.record({ do: fc.constant('fold' as const), beside: fc.boolean() })
const anyCommand = fc.oneof(
  { weight: 5, arbitrary: insert },
  { weight: 5, arbitrary: move },
  { weight: 3, arbitrary: fold },
)

interface Row {
  id: string
  mode: string
  scope: string
  merchant_id: string
  type: string
  category: string
  created_at: string
  amount_kobo: bigint
  status: TransactionStatus
}

it(
  'keeps every count exact for any inserts and status changes during folds',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 1, maxLength: 40, size: 'max' }), async (commands) => {
        await sql`truncate transaction, reference_key, count_delta, count_day, count_month`.execute(db)
        const rows: Row[] = []
        let concurrent: Promise<unknown> = Promise.resolve()
        for (const command of commands) {
          if (command.do === 'fold' && command.beside)
            concurrent = Promise.all([concurrent, foldDeltas(db), foldDeltas(db)])
          else if (command.do === 'fold') await foldDeltas(db)
          else if (command.do === 'insert') rows.push(await inserted(command))
          else await moved(rows[command.nth], command.to, command.gives === 'rollback')
        }
        const expected = cellsOf(rows)
        expect(await cells()).toEqual(expected)
        await concurrent
        expect(await cells()).toEqual(expected)
        await foldAll(db)
        expect(await cells()).toEqual(expected)
        expect(await db.selectFrom('count_delta').selectAll().execute()).toEqual([])
      }),
      propertyRuns('counts', { sample: 40, full: 1000 }),
    )
  },
  propertyTimeoutMs,
)

it('folds at most 5,000 deltas of a kind per call and returns their number', async () => {
  await sql`truncate balance_delta`.execute(db)
  const account = providerAccount('SANDBOX', 'PROVIDER_COST')
  await db
    .insertInto('balance_delta')
    .values(Array.from({ length: 5003 }, () => ({ id: uuidv7(), account_id: account, amount_kobo: 2n })))
    .execute()
  expect([await foldDeltas(db), await foldDeltas(db), await foldDeltas(db)]).toEqual([5000, 3, 0])
  const { balance_kobo } = await db
    .selectFrom('provider_account')
    .select('balance_kobo')
    .where('id', '=', account)
    .executeTakeFirstOrThrow()
  expect(balance_kobo).toBe(10_006n)
})

type Insert = typeof insert extends fc.Arbitrary<infer I> ? I : never

async function inserted({ party, kind, created_at, status, amount_kobo }: Insert): Promise<Row> {
  const [type = '', category = ''] = kind
  const side = { scope: party.walletId === null ? 'MERCHANT' : 'WALLET', wallet_id: party.walletId }
  const row = plainTransaction(party, { ...side, type, category, created_at, amount_kobo })
  const written = { ...row, type, category, created_at, status, amount_kobo, scope: side.scope }
  await transact(db, (t) => recordTransaction(t, written))
  return written
}

async function moved(row: Row | undefined, to: TransactionStatus, rollBack: boolean): Promise<void> {
  const isStep = row && (row.status === 'QUEUED' ? to !== 'SUCCESS' : row.status === 'PENDING' && to !== 'PENDING')
  if (!row || !isStep) return
  const moving = transact(db, async (t) => {
    await transitionTransaction(t, row, to)
    if (rollBack) throw new Error('rolled back')
  })
  if (rollBack) await expect(moving).rejects.toThrow('rolled back')
  else await moving.then(() => (row.status = to))
}

/** The counts by brute force, as `cell: n, successes, kobo`. */
function cellsOf(rows: readonly Row[]): string[] {
  const found = new Map<string, [number, number, bigint]>()
  for (const row of rows) {
    // sv-SE formats as yyyy-MM-dd.
    const day = new Date(row.created_at).toLocaleDateString('sv-SE', { timeZone: 'Africa/Lagos' })
    for (const type of [row.type, '*']) {
      for (const category of [row.category, '*']) {
        const { mode, scope, merchant_id } = row
        for (const cell of [
          [mode, scope, type, category, day],
          [mode, scope, merchant_id, type, category, `${day.slice(0, 8)}01`],
          [mode, scope, everyMerchant, type, category, `${day.slice(0, 8)}01`],
        ]) {
          const [n, successes, kobo] = found.get(cell.join(' ')) ?? [0, 0, 0n]
          const success = row.status === 'SUCCESS'
          found.set(cell.join(' '), [n + 1, successes + (success ? 1 : 0), kobo + (success ? row.amount_kobo : 0n)])
        }
      }
    }
  }
  return [...found].map(([cell, figures]) => `${cell}: ${figures.join(', ')}`).toSorted()
}

/** The counts as read from one snapshot: sums and unfolded deltas. */
async function cells(): Promise<string[]> {
  const { rows } = await sql<{ cell: string; n: number; successes: number; kobo: bigint }>`
    with waiting as (
      select count_delta.*, t.type as any_type, c.category as any_category
      from count_delta, lateral (values (type), ('*')) as t (type), lateral (values (category), ('*')) as c (category)
    )
    select cell, sum(n)::int as n, sum(n_success)::int as successes, sum(success_kobo)::bigint as kobo from (
      select concat_ws(' ', mode, scope, type, category, day) as cell, n, n_success, success_kobo from count_day
      union all
      select concat_ws(' ', mode, scope, merchant_id, type, category, month), n, n_success, success_kobo from count_month
      union all
      select concat_ws(' ', mode, scope, any_type, any_category, day), n, n_success, success_kobo from waiting
      union all
      select concat_ws(' ', mode, scope, m.merchant_id, any_type, any_category, date_trunc('month', day)::date), n,
        n_success, success_kobo
      from waiting, lateral (values (waiting.merchant_id), (${everyMerchant}::uuid)) as m (merchant_id)
    ) as counts group by cell
  `.execute(db)
  return rows.map(({ cell, n, successes, kobo }) => `${cell}: ${[n, successes, kobo].join(', ')}`).toSorted()
}
