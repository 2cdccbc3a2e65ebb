import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'

/** Queues an immediate attempt of a transaction's latest event; null if it has none. */
export async function resendEvent(
  db: Transaction,
  jobs: Jobs,
  transactionId: string,
  at: Date,
): Promise<string | null> {
  const event = await db
    .selectFrom('webhook_event')
    .select(['id', 'merchant_id', 'attempts'])
    .where('transaction_id', '=', transactionId)
    .where('kind', 'not like', 'dispute.%')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!event) return null
  await db
    .updateTable('webhook_event')
    .set({ status: 'PENDING', next_attempt_at: at.toISOString() })
    .where('id', '=', event.id)
    .execute()
  // Without a key: the attempt with this number may be scheduled already, and the first one to run counts.
  await jobs.enqueue(db, 'webhook', { eventId: event.id, merchantId: event.merchant_id, number: event.attempts + 1 })
  return event.id
}

/** Most events that are sent again at once. */
const eventsAtOnce = 1_000

/** Queues an immediate attempt of a merchant's oldest events that exhausted their retries; returns how many. */
export async function resendFailedEvents(db: Transaction, jobs: Jobs, merchantId: string, at: Date): Promise<number> {
  const failed = db
    .selectFrom('webhook_event')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('status', '=', 'FAILED')
    .orderBy('id')
    .limit(eventsAtOnce)
    .forUpdate()
  const events = await db
    .updateTable('webhook_event')
    .set({ status: 'PENDING', next_attempt_at: at.toISOString() })
    .where('id', 'in', failed)
    .returning(['id', 'attempts'])
    .execute()
  await jobs.enqueueAll(
    db,
    'webhook',
    events.map(({ id: eventId, attempts }) => ({ data: { eventId, merchantId, number: attempts + 1 } })),
  )
  return events.length
}
