import { naira } from '@kobo/contract/kit/naira'
import { webhookDelaysSeconds } from '../../rails/retry-delays.ts'
import type { DeliveryResult } from '../../rails/webhooks.ts'
import type { TransactionRow } from '../transaction-row.ts'
import type { Step, TrailEntry } from '../trail.ts'

export type WebhookKind =
  | 'transfer.success'
  | 'transfer.failed'
  | 'refund.success'
  | 'refund.failed'
  | 'bill.success'
  | 'bill.failed'
  | 'collection.success'
  | 'card.transaction'

/** Webhook body of a transaction's event. */
export function bodyOf({ id, kind, at, transaction }: Event): string {
  return eventBody({ id, kind, at, data: webhookData(transaction) })
}

/** Body that is sent and signed. The event id is the same for every attempt. */
export function eventBody({ id, kind, at, data }: { id: string; kind: string; at: Date; data: object }): string {
  return JSON.stringify({ id, event: kind, createdAt: at.toISOString(), data })
}

/** True for events of a transaction's own status: only their deliveries are steps of it. */
export function isOfTransaction(kind: string): boolean {
  return !kind.startsWith('dispute.') && !kind.startsWith('card.batch')
}

interface Event {
  id: string
  kind: WebhookKind
  at: Date
  transaction: TransactionRow
}

export function aboutToBeSent(kind: WebhookKind): TrailEntry {
  return { category: stepOf(kind), sentence: 'Webhook about to be sent', completed: false }
}

interface Attempt {
  number: number
  result: DeliveryResult
  /** Delay of the next attempt; null if none follows. */
  nextSeconds: number | null
}

/** Trail entry of a delivery attempt. */
export function attempted(
  { id, kind, url, body }: { id: string; kind: string; url: string; body: string },
  attempt: Attempt,
): TrailEntry {
  const { responseCode: status, problem, responseText: text, ms } = attempt.result
  return {
    category: stepOf(kind),
    log: {
      code: status === null ? null : String(status),
      request: { url, id, attempt: attempt.number, body },
      response: { status, problem, text, ms },
    },
    sentence: sentenceOf(attempt),
    completed: isDelivered(attempt.result),
  }
}

/** True if the receiver responded with a 2xx status. */
export function isDelivered({ responseCode: code }: DeliveryResult): boolean {
  return code !== null && code >= 200 && code < 300
}

function sentenceOf({ number, result, nextSeconds }: Attempt): string {
  const outcome = result.responseCode === null ? (result.problem ?? 'no response') : String(result.responseCode)
  if (isDelivered(result)) return `Delivered at attempt ${number}: ${outcome}`
  const maxAttempts = webhookDelaysSeconds.length
  const attempt = number > maxAttempts ? `Attempt ${number}` : `Attempt ${number} of ${maxAttempts}`
  return `${attempt} failed (${outcome}); ${nextSeconds === null ? 'no more retries' : `next in ${formatWait(nextSeconds)}`}`
}

function formatWait(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** Step that shows the delivery of an event. */
function stepOf(kind: string): Extract<Step, 'TRANSFER_WEBHOOK' | 'COLLECTION_WEBHOOK'> {
  return kind.startsWith('collection.') ? 'COLLECTION_WEBHOOK' : 'TRANSFER_WEBHOOK'
}

/** Event data for the merchant; amounts in naira. */
export function webhookData(transaction: TransactionRow) {
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
