import { disputeEnds } from '@kobo/contract/kit/dispute'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isFrozen } from '../../ledger/frozen-accounts.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { refundTotals } from './refund-totals.ts'
import {
  disputed,
  refundUnconfirmedMessage,
  noCollection,
  noSender,
  notEnabled,
  nothingLeft,
  refundsFrozen,
  notSucceeded,
  unpaidByAcquirer,
} from './refund-messages.ts'

/** Amount of a collection that can still be refunded. */
export interface RefundableAmount {
  /** Number of refunds, including failed ones. */
  made: number
  /** Neither refunded nor in progress. */
  leftKobo: bigint
  /** Part of `leftKobo` that is blocked by unconfirmed failed refunds. */
  unconfirmedKobo: bigint
  /** Part reserved for disputes, whether or not funds were available to hold. */
  disputedKobo: bigint
}

/** Reason a collection cannot be refunded now; `conflict` is temporary. */
export interface RefundBlocker {
  code: 'refused' | 'conflict'
  sentence: string
}

/** Whether the transaction is an incoming bank or card payment. */
export function isCollection({ type, category }: Pick<TransactionRow, 'type' | 'category'>): boolean {
  return type === 'CREDIT' && (category === 'BANK_FUNDING' || category === 'CARD_PAYMENT')
}

/** Computes the refundable amount of a collection, in total or for the dispute `exceptDisputeId`. Valid under its row lock. */
export async function refundableAmount(
  db: Database,
  collection: TransactionRow,
  at: Date,
  { exceptDisputeId }: { exceptDisputeId?: string } = {},
): Promise<RefundableAmount> {
  const totals = (await refundTotals(db, [collection.id], at)).get(collection.id)
  const { made, refundedKobo, unconfirmedKobo } = totals ?? { made: 0, refundedKobo: 0n, unconfirmedKobo: 0n }
  const disputedKobo = await disputedAmount(db, collection.id, exceptDisputeId ?? null)
  return { made, leftKobo: collection.amount_kobo - refundedKobo, unconfirmedKobo, disputedKobo }
}

/** Amount of other disputes: the disputed amount of open ones, and the hold of resolved ones whose refund failed. */
async function disputedAmount(db: Database, transactionId: string, exceptDisputeId: string | null): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select (case when dispute.status = 'RESOLVED' then hold.amount_kobo else dispute.amount_kobo end) as amount
    from dispute left join hold on hold.dispute_id = dispute.id and hold.status = 'HELD'
    where dispute.transaction_id = ${transactionId} and dispute.id is distinct from ${exceptDisputeId}
      and (dispute.status not in (${sql.join(disputeEnds)}) or hold.id is not null)
  `.execute(db)
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

/** Returns the reason no amount of a transaction can be refunded, or null. */
export async function refundBlocker(
  db: Database,
  row: TransactionRow,
  { leftKobo, unconfirmedKobo, disputedKobo }: RefundableAmount,
  { isOwed = false }: { isOwed?: boolean } = {},
): Promise<RefundBlocker | null> {
  const refused = (sentence: string) => ({ code: 'refused' as const, sentence })
  if (!isCollection(row)) return refused(noCollection)
  if (row.status !== 'SUCCESS') return refused(notSucceeded)
  const merchant = await db
    .selectFrom('merchant')
    .select(['business_name', 'is_refund_enabled'])
    .select(isFrozen(sql.val(row.account_id), 'REFUNDS').as('is_frozen'))
    .where('id', '=', row.merchant_id)
    .executeTakeFirstOrThrow()
  if (!merchant.is_refund_enabled && !isOwed) return refused(notEnabled(merchant.business_name))
  if (merchant.is_frozen && !isOwed) return refused(refundsFrozen(merchant.business_name))
  if (row.category === 'CARD_PAYMENT') {
    const payment = await db
      .selectFrom('card_payment')
      .select('acquirer_payment_id')
      .where('transaction_id', '=', row.id)
      .executeTakeFirst()
    if (!payment?.acquirer_payment_id) return refused(unpaidByAcquirer)
  } else if (row.originator_number === null || row.originator_bank_code === null) return refused(noSender)
  if (leftKobo <= 0n) return refused(nothingLeft)
  if (leftKobo <= disputedKobo) return refused(disputed(0n, disputedKobo))
  return leftKobo <= unconfirmedKobo ? { code: 'conflict', sentence: refundUnconfirmedMessage(unconfirmedKobo) } : null
}
