import { disputeEnds } from '@kobo/contract/kit/dispute'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { uuidv7 } from '../../uuid.ts'
import { lockTransaction, readTransaction, type TransactionRow } from '../transaction-row.ts'
import { recordActivity } from './dispute-row.ts'
import {
  alreadyDisputed,
  moreThanMoved,
  noSuchTransaction,
  notSuccessful,
  ofOtherCategory,
} from './dispute-messages.ts'
import { notifyMerchant } from './notify-merchant.ts'
import { DomainError } from '../../domain-error.ts'

export type DisputeCategory = 'SCAM' | 'CASHBACK' | 'CHARGEBACK' | 'TRANSFER'

export interface DisputeOrder {
  mode: Mode
  merchantId: string
  /** The transaction's reference. */
  reference: string
  type: 'CREDIT' | 'DEBIT'
  transactionCategory: string
  category: DisputeCategory
  customer: string
  description: string
  amountKobo: bigint
  staffId: string
  at: Date
}

type DisputedTransaction = Pick<
  DisputeOrder,
  'mode' | 'merchantId' | 'reference' | 'type' | 'transactionCategory' | 'amountKobo'
>

/** Hours until a dispute is due, by category. */
export const hoursToDecide: Record<DisputeCategory, number> = { SCAM: 24, CASHBACK: 48, CHARGEBACK: 72, TRANSFER: 48 }

/** Opens a dispute of a successful transaction, at most one open at a time, and notifies its merchant. */
export async function openDispute(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  order: DisputeOrder,
): Promise<{ disputeId: string; transactionId: string }> {
  const { mode, merchantId, amountKobo, staffId, at } = order
  // The lock serialises with refunds and other disputes of the transaction.
  const transaction = await readDisputed(db, order, (id) => lockTransaction(db, id))
  const dispute = await db
    .insertInto('dispute')
    .values({
      id: uuidv7(at.getTime()),
      mode,
      merchant_id: merchantId,
      created_at: at.toISOString(),
      transaction_id: transaction.id,
      category: order.category,
      status: 'NEW',
      amount_kobo: amountKobo,
      customer: order.customer,
      description: order.description,
      due_at: new Date(at.getTime() + hoursToDecide[order.category] * 3_600_000).toISOString(),
      staff_id: staffId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordActivity(db, dispute, { reason: null, by: { role: 'ADMIN', staffId }, at })
  await notifyMerchant(db, jobs, dispute, { kind: 'dispute.opened' }, at)
  return { disputeId: dispute.id, transactionId: transaction.id }
}

/** Runs the checks of `openDispute` without a lock, for callers that prepare at length before they open it. */
export async function checkDispute(db: Database, order: DisputedTransaction): Promise<void> {
  await readDisputed(db, order, (id) => readTransaction(db, id))
}

/** Reads the transaction to dispute; throws a `DomainError` if it cannot be disputed. */
async function readDisputed(
  db: Database,
  { mode, merchantId, reference, type, transactionCategory, amountKobo }: DisputedTransaction,
  read: (id: string) => Promise<TransactionRow | undefined>,
): Promise<TransactionRow> {
  const found = await db
    .selectFrom('transaction')
    .select('id')
    .where('reference', '=', reference.toUpperCase())
    .where('mode', '=', mode)
    .where('type', '=', type)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  const row = found && (await read(found.id))
  if (!row) throw new DomainError('refused', noSuchTransaction(type), 'transactionReference')
  if (row.category !== transactionCategory) {
    throw new DomainError('refused', ofOtherCategory(row.category), 'transactionCategory')
  }
  if (row.status !== 'SUCCESS') throw new DomainError('refused', notSuccessful, 'transactionReference')
  if (amountKobo > row.amount_kobo) throw new DomainError('refused', moreThanMoved(row.amount_kobo), 'amount')
  const open = await db
    .selectFrom('dispute')
    .select('created_at')
    .where('transaction_id', '=', row.id)
    .where('status', 'not in', disputeEnds)
    .executeTakeFirst()
  if (open) throw new DomainError('conflict', alreadyDisputed(new Date(open.created_at)))
  return row
}
