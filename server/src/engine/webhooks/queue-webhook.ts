import { naira } from '@kobo/contract/kit/naira'
import type { Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Transaction as TransactionTable } from '../../db/tables.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { receiverLane } from '../../rails/lanes.ts'
import { type Step, writeTrail } from '../trail.ts'

export type WebhookKind = 'transfer.success' | 'transfer.failed' | 'collection.success'

type Told = Selectable<TransactionTable>

/** Makes the event of a finished transaction and queues its first attempt; false for a merchant that wants none. */
export async function queueWebhook(
  db: Transaction,
  jobs: Jobs,
  transaction: Told,
  kind: WebhookKind,
  at: Date,
): Promise<boolean> {
  const { id: transactionId, mode, merchant_id: merchantId } = transaction
  const endpoint = await db
    .selectFrom('webhook_endpoint')
    .select('url')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  if (!endpoint) return false
  const id = uuidv7(at.getTime())
  const created_at = at.toISOString()
  const body = JSON.stringify({ id, event: kind, createdAt: created_at, data: dataOf(transaction) })
  await db
    .insertInto('webhook_event')
    .values({
      id,
      mode,
      kind,
      body,
      created_at,
      merchant_id: merchantId,
      transaction_id: transactionId,
      next_attempt_at: created_at,
    })
    .execute()
  const sentence = 'The webhook is about to be sent'
  await writeTrail(db, transaction, at, [{ category: stepOf(kind), sentence, completed: false }])
  await jobs.enqueue(
    db,
    'webhook',
    { eventId: id, merchantId, number: 1 },
    { key: `${id} 1`, lanes: [receiverLane(endpoint.url)] },
  )
  return true
}

/** The step of a transaction that delivers its event. */
export function stepOf(kind: string): Extract<Step, 'TRANSFER_WEBHOOK' | 'COLLECTION_WEBHOOK'> {
  return kind.startsWith('collection.') ? 'COLLECTION_WEBHOOK' : 'TRANSFER_WEBHOOK'
}

/** What the merchant learns, in naira. */
function dataOf(transaction: Told) {
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
