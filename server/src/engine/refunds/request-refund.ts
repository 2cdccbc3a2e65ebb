import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { moveHoldToRefund } from '../../ledger/dispute-holds.ts'
import { balances } from '../../ledger/ledger.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import { legOf } from '../legs.ts'
import { payerAccounts } from '../payer-account.ts'
import { lockTransaction, type TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { refundReference } from './refund-leg.ts'
import { disputed, refundUnconfirmedMessage, moreThanLeft, notEnough, refundRequested } from './refund-messages.ts'
import { refundBlocker, refundableAmount } from './refundable.ts'
import { DomainError } from '../../domain-error.ts'
import { holderOf, originatorOf, partyColumns } from '../parties.ts'

export interface RefundOrder {
  mode: Mode
  /** ID of the collection. */
  transactionId: string
  amountKobo: bigint
  reason: string
  /** Staff member who requested it, if any. */
  staffId: string | null
  /** Whether the payer is entitled to it, regardless of whether refunds are enabled for the merchant. */
  isOwed?: boolean
  /** The merchant's own reference and the hash of its request. */
  merchantRequest?: { reference: string; hash: string }
  /** Dispute that it resolves, which already holds the funds. */
  disputeId?: string
  at: Date
}

/**
 * Queues a refund of a collection to its source, paid from the account that was credited. The refunds of a collection
 * never exceed its amount in total.
 */
export async function requestRefund(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  order: RefundOrder,
): Promise<{ refundId: string; transactionId: string }> {
  const { mode, amountKobo, reason, disputeId, at } = order
  // The lock serialises the refunds of a collection.
  const collection = await lockTransaction(db, order.transactionId)
  if (collection?.mode !== mode) throw new DomainError('not_found', 'This transaction')
  const refundable = await refundableAmount(db, collection, at, { exceptDisputeId: disputeId })
  const blocker = await refundBlocker(db, collection, refundable, order)
  if (blocker) throw new DomainError(blocker.code, blocker.sentence)
  if (amountKobo > refundable.leftKobo) throw new DomainError('refused', moreThanLeft(refundable.leftKobo))
  const freeKobo = refundable.leftKobo - refundable.disputedKobo
  if (amountKobo > freeKobo) throw new DomainError('refused', disputed(freeKobo, refundable.disputedKobo))
  if (amountKobo > refundable.leftKobo - refundable.unconfirmedKobo)
    throw new DomainError('conflict', refundUnconfirmedMessage(refundable.unconfirmedKobo))
  const payer = await payerOf(db, collection)
  if (disputeId === undefined && payer.availableKobo < amountKobo) {
    throw new DomainError('refused', notEnough(payer.account_number, payer.availableKobo))
  }

  const id = uuidv7(at.getTime())
  const common = { mode, merchant_id: collection.merchant_id, created_at: at.toISOString(), amount_kobo: amountKobo }
  await recordTransaction(db, {
    id,
    ...common,
    scope: collection.scope,
    account_id: payer.id,
    wallet_id: collection.wallet_id,
    type: 'DEBIT',
    category: 'REFUND',
    status: 'QUEUED',
    reference: refundReference(collection.reference, refundable.made + 1),
    ...partyColumns({ originator: holderOf(payer), beneficiary: originatorOf(collection) }),
    narration: `Refund of ${collection.reference}`,
  })
  const refundId = uuidv7(at.getTime())
  await db
    .insertInto('refund')
    .values({
      id: refundId,
      ...common,
      transaction_id: collection.id,
      refund_transaction_id: id,
      reason,
      staff_id: order.staffId,
      dispute_id: disputeId ?? null,
      merchant_reference: order.merchantRequest?.reference ?? null,
      request_hash: order.merchantRequest?.hash ?? null,
    })
    .execute()
  if (disputeId !== undefined) await moveHoldToRefund(db, { disputeId, transactionId: id, amountKobo, at })
  const merchantId = collection.merchant_id
  await writeTrail(db, { id, merchant_id: merchantId }, at, [refundRequested(collection, reason)])
  const lanes = await lanesOf(db, id)
  await jobs?.enqueueAll(db, 'payout', [{ data: { transactionId: id, merchantId }, lanes }])
  return { refundId, transactionId: id }
}

/** Reads the account that the collection was credited to and its available balance. */
async function payerOf(db: Transaction, collection: TransactionRow) {
  const accountId = (await payerAccounts(db, [collection])).get(collection.id) ?? ''
  const account = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow()
  const balance = (await balances(db, [accountId])).get(accountId)
  return { ...account, availableKobo: balance?.availableKobo ?? 0n }
}

/** Sending lanes on the current switch. */
async function lanesOf(db: Transaction, id: string) {
  const row = await db
    .selectFrom('transaction')
    .innerJoin('transfer_route as chosen', 'chosen.mode', 'transaction.mode')
    .selectAll('transaction')
    .select('chosen.route')
    .where('transaction.id', '=', id)
    .executeTakeFirstOrThrow()
  return legOf(row)?.lanes(row).sending ?? []
}
