import { afterAll, beforeAll, expect, it } from 'vitest'
import { daysBetween } from '../../db/days.ts'
import { foldAll } from '../../ledger/fold.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant, aTransaction, aWallet } from '../../testing/factories.ts'
import { rowsLookedUp } from '../../testing/reads.ts'
import { findTransactions } from './find-transactions.ts'

const others = 200

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  const merchant = await aMerchant(app.db)
  const wallet = await aWallet(app.db, merchant)
  for (let index = 0; index < others; index++) await aTransaction(app.db, merchant, { category: 'BANK_TRANSFER' })
  for (let index = 0; index < 3; index++) await aTransaction(app.db, wallet, { category: 'DEBIT_WALLET' })
})
afterAll(() => app.close())

it.each(['unfolded', 'folded'])(
  'FIND-09 skips transactions of accounts without the category, with counts %s',
  async (state) => {
    if (state === 'folded') await foldAll(app.db)
    const filters = { mode: 'PRODUCTION', order: 'newest', days: daysBetween(), category: 'DEBIT_WALLET' } as const
    let total = 0
    const read = await rowsLookedUp(app.db, async (db) => {
      total = (await findTransactions(db, filters, { offset: 0, size: 10, most: 1000 })).total
    })
    expect(total).toBe(3)
    expect(read.get('transaction') ?? 0).toBeLessThan(others)
  },
)
