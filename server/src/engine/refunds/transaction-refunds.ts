import { naira } from '@kobo/contract/kit/naira'
import type { Database } from '../../db/database.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { refundStatus } from './refund-messages.ts'
import { refundBlocker, isCollection, type RefundableAmount, refundableAmount } from './refundable.ts'

/** Returns the refunds of a collection, or the collection that a refund belongs to; empty for other transactions. */
export async function refundsOfTransaction(db: Database, row: TransactionRow, at: Date) {
  if (row.category === 'REFUND') return { refundOf: await refundedBy(db, row.id) }
  if (!isCollection(row)) return {}
  const refundable = await refundableAmount(db, row, at)
  const blocker = await refundBlocker(db, row, refundable)
  return {
    refunds: {
      left: naira(requestableKobo(refundable)),
      hindrance: blocker?.sentence ?? null,
      made: await refundsOfCollection(db, row.id),
    },
  }
}

/** Amount that can be requested now: a request may touch neither the disputed nor the unconfirmed part. */
function requestableKobo({ leftKobo, disputedKobo, unconfirmedKobo }: RefundableAmount): bigint {
  const reservedKobo = disputedKobo > unconfirmedKobo ? disputedKobo : unconfirmedKobo
  return leftKobo > reservedKobo ? leftKobo - reservedKobo : 0n
}

async function refundedBy(db: Database, refundTransactionId: string) {
  const refund = await db
    .selectFrom('refund')
    .select(['id as refundId', 'transaction_id as transactionId'])
    .where('refund_transaction_id', '=', refundTransactionId)
    .executeTakeFirst()
  return refund ?? null
}

/** Newest first. */
async function refundsOfCollection(db: Database, transactionId: string) {
  const rows = await db
    .selectFrom('refund')
    .innerJoin('transaction', 'transaction.id', 'refund_transaction_id')
    .select(['refund.id', 'refund.created_at', 'refund.amount_kobo', 'reason', 'status'])
    .where('refund.transaction_id', '=', transactionId)
    .orderBy('refund.created_at', 'desc')
    .orderBy('refund.id', 'desc')
    .execute()
  return rows.map(({ id, created_at: createdAt, amount_kobo, reason, status }) => {
    return { id, createdAt, amount: naira(amount_kobo), status: refundStatus(status), reason }
  })
}
