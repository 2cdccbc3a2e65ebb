import { mode as modes } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { ChunkedScan } from '../../db/run-chunk.ts'
import { uuidv7 } from '../../uuid.ts'
import { saveBackfillCursor, paidInCounted, backfillCursor } from '../backfill.ts'
import { recountMerchants } from '../counters/merchants-by-kyc.ts'
import { recountMonth } from '../counters/recount.ts'
import { paidInScope, virtualAccountScope } from '../counters/scopes.ts'
import { differingMonth, nextMerchant, nextScope } from './compare-counters.ts'

/** Before every month. */
const never = '-infinity'
const allMerchants = '*'

/**
 * Recounts months whose counters contradict one another: a lost or unwritten counter differs from the others that count the same
 * rows. Only the rows of such a month are counted. A chunk compares the counters of a scope, or of some of its merchants, and
 * recounts one month at most.
 */
export const counterRepair: ChunkedScan = {
  name: 'counters',
  begin: async () => JSON.stringify(['', '', allMerchants, never]),
  async chunk(db, cursor) {
    const [mode = '', scope = '', from = '', after = ''] = readCursor(cursor)
    const merchants = from === allMerchants ? null : { from, to: await nextMerchant(db, { mode, scope, from }) }
    const month = await differingMonth(db, { mode, scope, merchants, after })
    if (month !== null) {
      await recountMonth(db, { mode, scope, month })
      const next = JSON.stringify([mode, scope, from, month])
      return { next, repaired: [`Recounted the counters of ${mode} ${scope} for ${month}`] }
    }
    const nextFrom = merchants === null ? await nextMerchant(db, { mode, scope, from: null }) : merchants.to
    if (nextFrom !== null) return { next: JSON.stringify([mode, scope, nextFrom, never]), repaired: [] }
    const following = await nextScope(db, { mode, scope })
    if (following === null) return { next: null, repaired: [] }
    return { next: JSON.stringify([following.mode, following.scope, allMerchants, never]), repaired: [] }
  },
}

function readCursor(cursor: string): string[] {
  const parts: unknown = JSON.parse(cursor)
  if (!Array.isArray(parts)) throw new Error(`Not a cursor: ${cursor}`)
  return parts.map(String)
}

/** Recounts the merchants per KYC status. */
export const merchantCountRepair: ChunkedScan = {
  name: 'merchants counted',
  begin: async () => '',
  async chunk(db) {
    const recounted = await recountMerchants(db)
    return { next: null, repaired: recounted.map((mode) => `Recounted the merchants of ${mode}`) }
  },
}

/** Counts virtual accounts and their collections, which older releases did not count: month by month, once per database. */
export const virtualAccountCountRepair: ChunkedScan = {
  name: paidInCounted,
  begin: async (db) => ((await backfillCursor(db, paidInCounted)) === null ? await firstMonth(db) : never),
  async chunk(db, month) {
    if (month === never) return { next: null, repaired: [] }
    for (const mode of modes.options) {
      for (const scope of [virtualAccountScope, paidInScope]) await recountMonth(db, { mode, scope, month })
    }
    const { rows } = await sql<{ next: string; is_last: boolean }>`
      select (${month}::date + interval '1 month')::date as next, ${month}::date > now() as is_last`.execute(db)
    const [row] = rows
    if (row && !row.is_last) return { next: row.next, repaired: [] }
    await saveBackfillCursor(db, paidInCounted, uuidv7())
    return { next: null, repaired: [] }
  },
}

/** The month of the oldest row; the current one if there are no rows. */
async function firstMonth(db: Transaction): Promise<string> {
  const oldest = modes.options.flatMap((mode) => [
    sql`(select min(created_at) from virtual_account where mode = ${mode})`,
    sql`(select min(created_at) from transaction where mode = ${mode} and payment_method is not null)`,
  ])
  const { rows } = await sql<{ month: string }>`
    select date_trunc('month', least(now(), ${sql.join(oldest)}) - interval '1 day')::date as month`.execute(db)
  return rows[0]?.month ?? never
}
