import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysBetween } from '../../db/days.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { foldAll } from '../fold.ts'
import { countRows } from './count-rows.ts'
import { readCountedPage } from './read-counted-page.ts'
import { profitScope } from './scopes.ts'

/** A list of another table with its own dimensions: bills by biller and channel. */
const merchants = [uuidv7(), uuidv7()]
/** The first scope has only months per merchant, the second days too. */
const scopes = ['BILL', profitScope]
let database: TestDatabase
const bills: { id: string; merchant_id: string; biller: string; channel: string; created_at: string }[] = []

beforeAll(async () => {
  database = await aDatabase()
  const { db } = database
  await sql`create table bill (id uuid primary key, mode text, merchant_id uuid, biller text, channel text,
    created_at timestamptz)`.execute(db)
  for (let nth = 0; nth < 300; nth++) {
    // A week apart, over some two years, three at once; late on the last day of a month in UTC.
    const at = Date.UTC(2025, 0, 31, 22, 30) + Math.floor(nth / 3) * 7 * 86_400_000
    const row = {
      id: uuidv7(at),
      merchant_id: merchants[nth % 2] ?? '',
      biller: nth % 3 === 0 ? 'POWER' : 'WATER',
      channel: nth % 5 === 0 ? 'APP' : 'DESK',
      created_at: new Date(at).toISOString(),
    }
    bills.push(row)
    await db.transaction().execute(async (t) => {
      await sql`insert into bill values (${row.id}, 'PRODUCTION', ${row.merchant_id}, ${row.biller}, ${row.channel},
        ${row.created_at})`.execute(t)
      const counted = { ...row, mode: 'PRODUCTION', type: row.biller, category: row.channel }
      const once = { n: 1n, n_success: 0n, success_kobo: 0n }
      await countRows(
        t,
        scopes.map((scope) => ({ row: { ...counted, scope }, ...once })),
      )
    })
    if (nth === 200) await foldAll(db)
  }
})

afterAll(() => database.close())

it.each([
  [{}],
  [{ biller: 'POWER' }],
  [{ channel: 'APP', biller: 'WATER' }],
  [{ merchant: 0 }],
  [{ merchant: 1, channel: 'DESK' }],
  [{ from: '2025-06-10', to: '2026-03-03' }],
  [{ from: '2025-06-10', to: '2025-06-25', biller: 'WATER' }],
  [{ merchant: 1, from: '2025-06-10', to: '2026-03-03' }],
  [{ from: '2030-01-01' }],
])('reads exact totals and pages for the filter %j', async (filter: Filter) => {
  const expected = matching(filter)
  for (const [scope, size] of scopes.flatMap((listScope) => [1, 7, 1000].map((rows) => [listScope, rows] as const))) {
    const pages = Math.ceil(expected.length / size) + 1
    for (let page = 1; page <= pages; page += size === 1 ? 13 : 1) {
      const { total, rows } = await read(scope, filter, { page, size })
      expect(total).toBe(BigInt(expected.length))
      expect(rows.map(({ id }) => id)).toEqual(expected.slice((page - 1) * size, page * size))
    }
  }
})

interface Filter {
  merchant?: number
  biller?: string
  channel?: string
  from?: string
  to?: string
}

function read(
  scope: string,
  { merchant, biller: type, channel: category, from, to }: Filter,
  page: { page: number; size: number },
) {
  const days = daysBetween(from, to)
  const merchantId = merchant === undefined ? undefined : merchants[merchant]
  const conditions = [
    sql`mode = 'PRODUCTION'`,
    ...(merchantId === undefined ? [] : [sql`merchant_id = ${merchantId}`]),
    ...(type === undefined ? [] : [sql`biller = ${type}`]),
    ...(category === undefined ? [] : [sql`channel = ${category}`]),
  ]
  return readCountedPage(
    database.db,
    {
      table: 'bill',
      days,
      matches: sql<boolean>`${sql.join(conditions, sql` and `)}`,
      counted: { mode: 'PRODUCTION', scope, merchantId, type, category, days },
      columns: sql<{ id: string }>`t.id`,
      joins: sql``,
    },
    page,
  )
}

/** The same by scanning every row. */
function matching({ merchant, from, to, ...fields }: Filter): string[] {
  const day = (at: string) => new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Africa/Lagos' })
  return bills
    .filter(
      (row) =>
        (merchant === undefined || row.merchant_id === merchants[merchant]) &&
        (fields.biller === undefined || row.biller === fields.biller) &&
        (fields.channel === undefined || row.channel === fields.channel) &&
        (from === undefined || day(row.created_at) >= from) &&
        (to === undefined || day(row.created_at) <= to),
    )
    .map(({ id }) => id)
    .toSorted()
    .toReversed()
}
