import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type ItemJob, nextDueIds } from '../../jobs/item-jobs.ts'
import type { Engine } from '../engine.ts'
import { isPayerFree, submitStandingOrder } from './submit-standing-order.ts'

/** Submits every due scheduled payout, each once regardless of the number of servers. */
export function dispatchScheduled(engine: Engine): ItemJob {
  const { db, clock } = engine
  return {
    name: 'scheduled-payouts',
    due: { everyMs: 5_000 },
    find(after) {
      const waiting = db
        .selectFrom('scheduled_payout')
        .select('id')
        .where('status', '=', sql.lit('NEW'))
        .where(isPayerFree('scheduled_payout'))
      return nextDueIds(db, waiting.where('due_at', '<=', clock().toISOString()), after)
    },
    process: (id) => transact(db, (t) => dispatch(engine, t, id)),
  }
}

async function dispatch({ jobs, clock }: Engine, db: Transaction, id: string): Promise<void> {
  // A locked row is being dispatched by another server.
  const order = await db
    .selectFrom('scheduled_payout')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'NEW')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!order) return
  const outcome = await submitStandingOrder(db, jobs, order, { reference: `SCHEDULE-${id}`, at: clock() })
  if (outcome === null) return
  const { transactionId, problem } = outcome
  await db
    .updateTable('scheduled_payout')
    .set({ status: problem === null ? 'DISPATCHED' : 'FAILED', transaction_id: transactionId, reason: problem })
    .where('id', '=', id)
    .execute()
}
