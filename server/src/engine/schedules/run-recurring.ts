import { lagosDay } from '@kobo/contract/kit/day'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { intervals, nthDay } from './recurrence.ts'
import { orderPayout } from './submit-standing-order.ts'

/** How many missed runs of one recurring payout a pass makes up for; the next pass goes on. */
export const mostRunsAtOnce = 31

/** Makes every run whose day in Lagos has come, the oldest first, each once however many servers look. */
export function runRecurring(engine: Engine): ItemJob {
  const { db, clock } = engine
  return {
    name: 'recurring-payouts',
    due: { everyMs: 5_000 },
    find(after) {
      const active = db.selectFrom('recurring_payout').select('id').where('status', '=', 'ACTIVE')
      return nextIds(active.where('next_day', '<=', lagosDay(clock())), after)
    },
    async process(id) {
      const today = lagosDay(clock())
      for (let made = 0; made < mostRunsAtOnce; made++) {
        if (!(await transact(db, (t) => runOnce(engine, t, { id, today })))) return
      }
    },
  }
}

interface Recurring {
  id: string
  today: string
}

/** Makes the next run, unless none is due, or another server is about it: then it gives false. */
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
  const { transactionId, problem } = await orderPayout(db, jobs, order, { reference, at: clock() })
  await db
    .insertInto('recurring_run')
    .values({ recurring_id: id, day, merchant_id: order.merchant_id, transaction_id: transactionId, problem })
    .execute()
  if (problem !== null) {
    // What is refused by us will not be taken on the next day either: a person has to look.
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
