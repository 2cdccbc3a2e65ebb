import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysBetween, onDays } from '../../db/days.ts'
import { foldDeltas } from '../../ledger/fold.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'
import { withSnapshot } from '../../db/with-snapshot.ts'
import { seekPage } from './seek-page.ts'
import { matchesFilter, type TransactionFilter } from './transaction-filter.ts'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20, 13)
let database: TestDatabase
let filters: TransactionFilter[]
let holders: Parameters<typeof aTransaction>[1][]
let writing = true

beforeAll(async () => {
  database = await aDatabase()
  const merchant = await aMerchant(database.db)
  const wallet = await aWallet(database.db, merchant)
  holders = [merchant, await aMerchant(database.db), wallet]
  const own = { mode: 'PRODUCTION' as const, scope: 'MERCHANT' as const, days: daysBetween() }
  filters = [
    own,
    { ...own, type: 'CREDIT' },
    { ...own, merchantId: merchant.id },
    { ...own, merchantId: merchant.id, days: daysBetween('2026-10-10', '2026-11-18') },
    { ...own, days: daysBetween('2026-10-10', '2026-11-18') },
    { ...own, scope: 'WALLET', walletId: wallet.id },
    { ...own, reference: 'kbo-0' },
  ]
})

afterAll(() => database.close())

it('API-75 API-87 keeps all pages of a snapshot consistent under concurrent inserts, transitions and folds', async () => {
  const { db } = database
  const writers = [write(1), write(2), fold()]
  try {
    const seen: bigint[] = []
    const until = Date.now() + 4000
    const latest = Date.now() + 60_000
    while (Date.now() < until || (new Set(seen).size <= 20 && Date.now() < latest)) {
      await withSnapshot(db, async (snapshot) => {
        for (const filter of filters) {
          const { rows: truth } = await sql<{ id: string; status: string }>`
            select id, status from transaction where ${matchesFilter(filter)} and ${onDays('created_at', filter.days)}
            order by created_at desc, id desc
          `.execute(snapshot)
          const read = []
          for (let page = 1; page === 1 || (page - 1) * 37 < truth.length; page++) {
            const { total, rows } = await seekPage(snapshot, filter, { page, size: 37 })
            expect(total).toBe(BigInt(truth.length))
            read.push(...rows.map(({ id, status }) => ({ id, status })))
            // Lets the writers change what the next page depends on.
            await sleep(1)
          }
          expect(read).toEqual(truth)
          seen.push(BigInt(truth.length))
        }
      })
    }
    expect(new Set(seen).size).toBeGreaterThan(20)
  } finally {
    writing = false
    await Promise.all(writers)
  }
})

async function write(seed: number): Promise<void> {
  const { db } = database
  for (let round = seed * 7; writing; round++) {
    const holder = holders[round % 3]
    if (!holder) throw new Error('There is no such holder')
    // Mostly old days, so that rows are inserted in the middle of what is read.
    const created_at = new Date(now - ((round * 37) % 60) * dayMs).toISOString()
    const type = round % 2 === 0 ? 'DEBIT' : 'CREDIT'
    const row = await aTransaction(db, holder, { status: 'PENDING', created_at, type })
    if (round % 3 === 0)
      await db.transaction().execute((transaction) => transitionTransaction(transaction, row, 'SUCCESS'))
  }
}

async function fold(): Promise<void> {
  while (writing) {
    await foldDeltas(database.db)
    await sleep(5)
  }
}
