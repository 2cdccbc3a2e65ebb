import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Engine } from '../engine.ts'
import { atOnce, eachDue, type Pass } from './each-due.ts'
import { orderPayout } from './order-payout.ts'

/** Orders every scheduled payout whose time has come, each once however many servers look at the same time. */
export async function dispatchScheduled(pass: Pass): Promise<void> {
  const { engine } = pass
  const now = engine.clock().toISOString()
  await eachDue(pass, {
    find: (afterId) =>
      engine.db
        .selectFrom('scheduled_payout')
        .select('id')
        .where('status', '=', 'NEW')
        .where('due_at', '<=', now)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(atOnce)
        .execute(),
    carryOut: (id) => transact(engine.db, (db) => dispatch(engine, db, id)),
  })
}

async function dispatch({ jobs, clock }: Engine, db: Transaction, id: string): Promise<void> {
  // What another server holds is in good hands.
  const order = await db
    .selectFrom('scheduled_payout')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'NEW')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!order) return
  const { transactionId, problem } = await orderPayout(db, jobs, order, { reference: `SCHEDULE-${id}`, at: clock() })
  await db
    .updateTable('scheduled_payout')
    .set({ status: problem === null ? 'DISPATCHED' : 'FAILED', transaction_id: transactionId, reason: problem })
    .where('id', '=', id)
    .execute()
}
