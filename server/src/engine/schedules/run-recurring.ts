import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextDueIds } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { intervals, nthDay } from './recurrence.ts'
import { isPayerFree, submitStandingOrder } from './submit-standing-order.ts'

/** Missed runs of one recurring payout caught up per pass; the next pass continues. */
export const mostRunsAtOnce = 31

/** Submits every run that is due in Lagos time, oldest first, each once regardless of the number of servers. */
export function runRecurring(engine: Engine): ItemJob {
  const { db, clock } = engine
  return {
    name: 'recurring-payouts',
    due: { everyMs: 5_000 },
    find(after) {
      const active = db
        .selectFrom('recurring_payout')
        .select('id')
        .where('status', '=', sql.lit('ACTIVE'))
        .where(isPayerFree('recurring_payout'))
      return nextDueIds(db, active.where('next_day', '<=', lagosDay(clock())), after)
    },
    async process(id) {
      const today = lagosDay(clock())
      for (let run = 0; run < mostRunsAtOnce; run++) {
        if (!(await transact(db, (t) => runOnce(engine, t, { id, today })))) return
      }
    },
  }
}

interface Recurring {
  id: string
  today: string
}

/** Submits the next run. Returns false if none is left to run now, or another server holds the row. */
async function runOnce({ jobs, clock }: Engine, db: Transaction, { id, today }: Recurring): Promise<boolean> {
  const order = await db
    .selectFrom('recurring_payout')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'ACTIVE')
    .where('next_day', '<=', today)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  const day = order?.next_day
  if (!order || !day) return false
  const change = (to: { status?: string; next_run?: number; next_day: string | null }) =>
    db.updateTable('recurring_payout').set(to).where('id', '=', id).execute()
  if (isOver(order, day)) {
    await change({ status: 'COMPLETED', next_day: null })
    return false
  }
  const reference = `RECURRING-${id}-${day.replaceAll('-', '')}`
  const outcome = await submitStandingOrder(db, jobs, order, { reference, at: clock() })
  if (outcome === null) return false
  const { transactionId, problem } = outcome
  await db
    .insertInto('recurring_run')
    .values({ recurring_id: id, day, merchant_id: order.merchant_id, transaction_id: transactionId, problem })
    .execute()
  if (problem !== null) {
    // A payout rejected here would be rejected on the next day too: an operator has to intervene.
    await change({ status: 'FAILED', next_day: null })
    return false
  }
  const nextRun = order.next_run + 1
  const nextDay = nthDay(order.start_day, z.enum(intervals).parse(order.interval), nextRun)
  const over = isOver(order, nextDay)
  await change({ next_run: nextRun, next_day: over ? null : nextDay, ...(over && { status: 'COMPLETED' }) })
  return !over
}

function isOver({ end_day }: { end_day: string | null }, day: string): boolean {
  return end_day !== null && day > end_day
}
