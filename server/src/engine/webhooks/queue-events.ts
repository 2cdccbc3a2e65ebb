import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { receiverLane } from '../../rails/lanes.ts'
import { uuidv7 } from '../../uuid.ts'
import { eventBody } from './webhook-payload.ts'

/** Webhook event for a merchant. */
export interface NewEvent {
  /** By default a new one. */
  id?: string
  mode: string
  merchantId: string
  /** Transaction that the event is about, if any. */
  transactionId: string | null
  kind: string
  data: object
  at: Date
}

/** Creates events and queues their first attempts. Skips merchants without an endpoint; returns the created events. */
export async function queueEvents<E extends NewEvent>(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'>,
  events: readonly E[],
): Promise<E[]> {
  if (events.length === 0) return []
  const endpoints = await db
    .selectFrom('webhook_endpoint')
    .select(['merchant_id', 'url'])
    .where('merchant_id', 'in', [...new Set(events.map(({ merchantId }) => merchantId))])
    .execute()
  const urls = new Map(endpoints.map((endpoint) => [endpoint.merchant_id, endpoint.url]))
  const deliveries = events.flatMap((event) => {
    const url = urls.get(event.merchantId)
    return url === undefined ? [] : [{ event, url, id: event.id ?? uuidv7(event.at.getTime()) }]
  })
  await insertRows(
    db,
    'webhook_event',
    deliveries.map(({ id, event: { mode, merchantId, transactionId, kind, data, at } }) => ({
      id,
      mode,
      kind,
      body: eventBody({ id, kind, at, data }),
      created_at: at.toISOString(),
      merchant_id: merchantId,
      transaction_id: transactionId,
      status: 'PENDING',
      attempts: 0,
      next_attempt_at: at.toISOString(),
    })),
  )
  await jobs.enqueueAll(
    db,
    'webhook',
    deliveries.map(({ id, event, url }) => ({
      data: { eventId: id, merchantId: event.merchantId, number: 1 },
      key: `${id} 1`,
      lanes: [receiverLane(url)],
    })),
  )
  return deliveries.map(({ event }) => event)
}
