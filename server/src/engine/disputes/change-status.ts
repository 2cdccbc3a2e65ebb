import { type DisputeStatus, nextSteps } from '@kobo/contract/kit/dispute'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { heldForDispute, holdForDispute, releaseDispute } from '../../ledger/dispute-holds.ts'
import { payerAccounts } from '../payer-account.ts'
import { refundableAmount } from '../refunds/refundable.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { lockTransaction } from '../transaction-row.ts'
import { type DisputeRow, lastActivity, lockDispute, type Party, recordActivity } from './dispute-row.ts'
import { cannotFollow, moreThanHeld, debitDisputesRefundNothing, noAmountHeld, stillShort } from './dispute-messages.ts'
import { notifyMerchant } from './notify-merchant.ts'
import { DomainError } from '../../domain-error.ts'

export interface StatusChange {
  mode: Mode
  disputeId: string
  to: DisputeStatus
  reason: string | null
  /** When resolving: a lower amount than the disputed one. */
  amountKobo?: bigint
  staffId: string
  at: Date
}

/** The dispute before and after the change, with its refund if there is one. */
export interface Changed {
  before: DisputeRow
  after: DisputeRow
  refundId: string | null
}

/**
 * Changes a dispute's status and moves the money: IN_PROGRESS places a hold, RESOLVED refunds it, REJECTED and CLOSED
 * release it. A dispute of a debit moves no money.
 */
export async function changeStatus(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  change: StatusChange,
): Promise<Changed> {
  const { mode, disputeId, to, reason, staffId, at } = change
  const before = await lockDispute(db, mode, disputeId)
  if (!(await allowedTransitions(db, before)).includes(to)) {
    throw new DomainError('conflict', cannotFollow(before.status, to, await lastActivity(db, before)))
  }
  const refundId = await applyToFunds(db, jobs, before, change)
  const after = await setStatus(db, before, to)
  await recordActivity(db, after, { reason, by: { role: 'ADMIN', staffId }, at })
  await notifyMerchant(db, jobs, after, { kind: 'dispute.status' }, at)
  return { before, after, refundId }
}

/** Allowed next statuses. A RESOLVED dispute whose refund failed holds the funds again: it can be resolved again or closed. */
export async function allowedTransitions(
  db: Database,
  { id, status }: Pick<DisputeRow, 'id' | 'status'>,
): Promise<readonly DisputeStatus[]> {
  if (status !== 'RESOLVED') return nextSteps(status)
  const held = db.selectFrom('hold').select('id').where('dispute_id', '=', id).where('status', '=', 'HELD')
  return (await held.executeTakeFirst()) ? ['RESOLVED', 'CLOSED'] : []
}

/** Sets the status of a locked dispute and clears its alert. */
async function setStatus(db: Transaction, { id }: DisputeRow, status: DisputeStatus): Promise<DisputeRow> {
  return await db
    .updateTable('dispute')
    .set({ status, alert: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function applyToFunds(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  dispute: DisputeRow,
  { to, amountKobo, reason, staffId, at }: StatusChange,
): Promise<string | null> {
  // Serialises with refunds of the transaction.
  const disputed = await lockTransaction(db, dispute.transaction_id)
  if (!disputed) throw new Error('Disputed transaction not found')
  if (disputed.type === 'DEBIT') {
    if (amountKobo !== undefined) throw new DomainError('refused', debitDisputesRefundNothing, 'amount')
    return null
  }
  if (to === 'REJECTED' || to === 'CLOSED') await releaseDispute(db, dispute.id, at)
  if (to === 'IN_PROGRESS') {
    const refundable = await refundableAmount(db, disputed, at, { exceptDisputeId: dispute.id })
    const leftKobo = refundable.leftKobo - refundable.disputedKobo
    const wantedKobo = leftKobo < 0n ? 0n : leftKobo < dispute.amount_kobo ? leftKobo : dispute.amount_kobo
    const accountId = (await payerAccounts(db, [disputed])).get(disputed.id) ?? ''
    await holdForDispute(db, { disputeId: dispute.id, accountId, merchantId: dispute.merchant_id, wantedKobo, at })
  }
  return to === 'RESOLVED' ? await refundHeld(db, jobs, dispute, { amountKobo, reason, staffId, at }) : null
}

/** Refunds the held amount to its source. */
async function refundHeld(
  db: Transaction,
  jobs: Pick<Jobs, 'enqueueAll'> | null,
  dispute: DisputeRow,
  { amountKobo, reason, staffId, at }: Pick<StatusChange, 'amountKobo' | 'reason' | 'staffId' | 'at'>,
): Promise<string> {
  const { heldKobo, wantedKobo } = (await heldForDispute(db, dispute.id)) ?? { heldKobo: 0n, wantedKobo: 0n }
  if (wantedKobo === 0n) throw new DomainError('refused', noAmountHeld)
  if (amountKobo === undefined && heldKobo < wantedKobo) {
    throw new DomainError('refused', stillShort(heldKobo, wantedKobo))
  }
  if (amountKobo !== undefined && amountKobo > heldKobo) {
    throw new DomainError('refused', moreThanHeld(heldKobo), 'amount')
  }
  const order = {
    mode: modeOfRow(dispute),
    transactionId: dispute.transaction_id,
    amountKobo: amountKobo ?? heldKobo,
    reason: reason ?? 'Dispute resolved',
    staffId,
    isOwed: true,
    disputeId: dispute.id,
    at,
  }
  const { refundId } = await requestRefund(db, jobs, order)
  return refundId
}

/** Marks a dispute that awaits feedback as FEEDBACK_PROVIDED. */
export async function recordFeedback(db: Transaction, dispute: DisputeRow, by: Party, at: Date): Promise<void> {
  if (dispute.status !== 'AWAITING_FEEDBACK') return
  const after = await db
    .updateTable('dispute')
    .set({ status: 'FEEDBACK_PROVIDED' })
    .where('id', '=', dispute.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordActivity(db, after, { reason: null, by, at })
}
