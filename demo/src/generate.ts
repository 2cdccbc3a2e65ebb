import { sql } from 'kysely'
import type { OpenDatabase, Transaction } from '@kobo/server/db/database'
import { makeBareWorld } from './minimal-world.ts'
import type { Progress } from '@kobo/server/demo'
import { fillReferenceKeys, writeHistory } from './history/history.ts'
import { rebuildAccountDays } from '@kobo/server/ledger/account-days'
import { markAllBackfilled } from '@kobo/server/ledger/backfill'
import { backfillProfit } from '@kobo/server/ledger/backfill-profit'
import { foldAll } from '@kobo/server/ledger/fold'
import { bulkLoad } from '@kobo/server/db/bulk-load'
import { checkHistory } from './history/check-history.ts'
import { withLongTransaction, vacuumAnalyze } from '@kobo/server/db/long-transaction'
import type { Seal } from '@kobo/server/seal'

export interface Generation {
  database: Pick<OpenDatabase, 'db' | 'pool'>
  /** Seal of the servers that will read the data. */
  seal: Seal
  now: Date
  transactions: number
  months: number
  seed: string
  onProgress?: (progress: Progress) => void
}

const mode = 'PRODUCTION'
const monthDays = 30.44
const statics = 3000
const virtuals = 1500

/**
 * Adds transactions to a database, creating merchants and wallets first if there are none. Added debits are covered by added
 * credits, so existing balances stay valid. The same seed and time yield the same rows.
 */
export async function generate({ database, seal, now, transactions, months, seed, onProgress = () => {} }: Generation) {
  const report = (what: string, done: number) => onProgress({ what, done, total: transactions })
  await withLongTransaction(database.pool, async (db, client) => {
    await sql`select pg_advisory_xact_lock(hashtext('kobo demo world'))`.execute(db)
    const ofNow = `${seed} ${now.toISOString()}`
    const isFirst = !(await hasAny(db, 'account'))
    if (isFirst) {
      report('merchants and wallets', 0)
      await makeBareWorld(db, ofNow, now, seal)
    }
    const tables = ['transaction', 'transfer', 'entry']
    await bulkLoad(
      db,
      tables,
      (name) => report(name.replaceAll('_', ' '), transactions),
      async () => {
        await writeHistory(db, client, {
          mode,
          now,
          transactions,
          days: months * monthDays,
          seed: ofNow,
          virtuals,
          statics: (await hasAny(db, 'virtual_account')) ? 0 : statics,
          trailSince: null,
          onProgress: (done) => report('transactions', done),
        })
      },
    )
    await sql`select fill_counterparties()`.execute(db)
    await fillReferenceKeys(db)
    report('the days of accounts', transactions)
    await rebuildAccountDays(db, 'all')
    await backfillProfit(db, sql`select id from transfer`)
    if (isFirst) await markAllBackfilled(db)
    report('the check', transactions)
    await checkHistory(db)
  })
  report('counts', transactions)
  await foldAll(database.db)
  report('statistics', transactions)
  await vacuumAnalyze(database.pool)
}

async function hasAny(db: Transaction, table: 'account' | 'virtual_account'): Promise<boolean> {
  return (await db.selectFrom(table).select('id').where('mode', '=', mode).limit(1).executeTakeFirst()) !== undefined
}
