import { naira } from '@kobo/contract/kit/naira'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Transaction as TransactionTable } from '../../db/tables.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { receiverLane } from '../../rails/lanes.ts'
import { type Step, writeTrails } from '../trail.ts'

export type WebhookKind = 'transfer.success' | 'transfer.failed' | 'collection.success'

/** A finished transaction that its merchant hears of. */
export interface Told {
  transaction: Selectable<TransactionTable>
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
    events.map(({ id, transaction, kind, createdAt }) => ({
      id,
      mode: transaction.mode,
      kind,
      body: JSON.stringify({ id, event: kind, createdAt, data: dataOf(transaction) }),
      created_at: createdAt,
      merchant_id: transaction.merchant_id,
      transaction_id: transaction.id,
      status: 'PENDING',
      attempts: 0,
      next_attempt_at: createdAt,
    })),
  )
  const sentence = 'The webhook is about to be sent'
  await writeTrails(
    db,
    events.map(({ transaction, kind, at }) => ({
      transaction,
      at,
      entries: [{ category: stepOf(kind), sentence, completed: false }],
    })),
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

/** The step of a transaction that delivers its event. */
export function stepOf(kind: string): Extract<Step, 'TRANSFER_WEBHOOK' | 'COLLECTION_WEBHOOK'> {
  return kind.startsWith('collection.') ? 'COLLECTION_WEBHOOK' : 'TRANSFER_WEBHOOK'
}

/** What the merchant learns, in naira. */
function dataOf(transaction: Told['transaction']) {
  const { fee_kobo: fee, vat_kobo: vat, stamp_duty_kobo: stampDuty } = transaction
  return {
    transactionId: transaction.id,
    reference: transaction.reference,
    sessionId: transaction.session_id,
    status: transaction.status,
    type: transaction.type,
    category: transaction.category,
    amount: naira(transaction.amount_kobo),
    charges: naira(fee + vat + stampDuty),
    responseCode: transaction.response_code,
    narration: transaction.narration,
    walletId: transaction.wallet_id,
    originator: {
      name: transaction.originator_name,
      accountNumber: transaction.originator_number,
      bankCode: transaction.originator_bank_code,
    },
    beneficiary: {
      name: transaction.beneficiary_name,
      accountNumber: transaction.beneficiary_number,
      bankCode: transaction.beneficiary_bank_code,
    },
    createdAt: transaction.created_at,
    paidAt: transaction.paid_at,
  }
}
