import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { receiverLane } from '../../rails/lanes.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { writeTrails } from '../trail.ts'
import { aboutToBeSent, bodyOf, type WebhookKind } from './webhook-words.ts'

/** A finished transaction that its merchant hears of. */
export interface Told {
  transaction: TransactionRow
  kind: WebhookKind
  at: Date
}

/** Makes the event of a finished transaction and queues its first attempt; false for a merchant that wants none. */
export async function queueWebhook(db: Transaction, jobs: Jobs, told: Told): Promise<boolean> {
  return (await queueWebhooks(db, jobs, [told])) === 1
}

/** Makes the events of finished transactions and queues their first attempts; tells how many are wanted. */
export async function queueWebhooks(db: Transaction, jobs: Jobs, all: readonly Told[]): Promise<number> {
  if (all.length === 0) return 0
  const endpoints = await db
    .selectFrom('webhook_endpoint')
    .select(['merchant_id', 'url'])
    .where('merchant_id', 'in', [...new Set(all.map(({ transaction }) => transaction.merchant_id))])
    .execute()
  const urls = new Map(endpoints.map((endpoint) => [endpoint.merchant_id, endpoint.url]))
  const events = all.flatMap((told) => {
    const url = urls.get(told.transaction.merchant_id)
    return url === undefined ? [] : [{ ...told, url, id: uuidv7(told.at.getTime()), createdAt: told.at.toISOString() }]
  })
  await insertRows(
    db,
    'webhook_event',
    events.map(({ id, transaction, kind, at, createdAt }) => ({
      id,
      mode: transaction.mode,
      kind,
      body: bodyOf({ id, kind, at, transaction }),
      created_at: createdAt,
      merchant_id: transaction.merchant_id,
      transaction_id: transaction.id,
      status: 'PENDING',
      attempts: 0,
      next_attempt_at: createdAt,
    })),
  )
  await writeTrails(
    db,
    events.map(({ transaction, kind, at }) => ({ transaction, at, entries: [aboutToBeSent(kind)] })),
  )
  await jobs.enqueueAll(
    db,
    'webhook',
    events.map(({ id, transaction, url }) => ({
      data: { eventId: id, merchantId: transaction.merchant_id, number: 1 },
      key: `${id} 1`,
      lanes: [receiverLane(url)],
    })),
  )
  return events.length
}
