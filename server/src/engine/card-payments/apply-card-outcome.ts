import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { holdAll, post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import type { CardOutcome } from '../../rails/acquirer.ts'
import { collectionDeclineReason } from '../collections/decline-reason.ts'
import { markVirtualAccountUsed } from '../collections/mark-virtual-account-used.ts'
import type { CollectionOutcome } from '../collections/receive-collection.ts'
import { findReceivingAccount, type ReceivingAccount } from '../collections/receiving-account.ts'
import { splitShares, sumOfShares } from '../splits/allocate-split.ts'
import { chargesOf, lockTransaction, type TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import {
  cardName,
  cardNotCharged,
  cardCharged,
  neverReached,
  contradictingOutcome,
  declineReason,
} from './card-payment-messages.ts'

interface OutcomeReport {
  /** Transaction id of the payment. */
  id: string
  /** Null if the acquirer still has no record of the payment when it should have one. */
  told: CardOutcome | null
  at: Date
}

/**
 * Applies the acquirer's outcome to a card payment, once. The reply says whether the money counts: the acquirer refunds to the
 * card a payment that it approved and we decline.
 */
export async function applyCardOutcome(
  db: Transaction,
  jobs: Jobs | null,
  { id, told: cardOutcome, at }: OutcomeReport,
): Promise<CollectionOutcome> {
  const seen = await db
    .selectFrom('transaction')
    .select(['mode', 'beneficiary_number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // Locks the virtual account before the transaction, as every other payment to it does.
  const receiver = await findReceivingAccount(db, modeOfRow(seen), seen.beneficiary_number ?? '')
  const row = await lockTransaction(db, id)
  if (!row || !receiver?.virtual) throw new Error(`Card payment ${id} has no account`)
  if (row.status !== 'PENDING') return await handleRepeatedOutcome(db, row, cardOutcome)
  if (cardOutcome?.outcome !== 'APPROVED') {
    const reason = cardOutcome ? declineReason(cardOutcome) : neverReached
    return await applyRejection(db, row, { status: cardOutcome?.outcome ?? 'FAILED', reason, cardOutcome, at })
  }
  const reason = unwantedReason(row, receiver, cardOutcome)
  if (reason !== null) return await applyRejection(db, row, { status: 'DECLINED', reason, cardOutcome, at })
  return await applyApproval(db, jobs, { row, receiver, cardOutcome, at })
}

/** Judged by the time at which the payment began, since it may end later. Declines a second payment of the same checkout. */
function unwantedReason(
  row: TransactionRow,
  { virtual }: ReceivingAccount,
  { amountKobo }: { amountKobo: bigint },
): string | null {
  return virtual && collectionDeclineReason(virtual, { amountKobo, at: new Date(row.created_at) })
}

async function applyApproval(
  db: Transaction,
  jobs: Jobs | null,
  {
    row,
    receiver,
    cardOutcome,
    at,
  }: { row: TransactionRow; receiver: ReceivingAccount; cardOutcome: CardOutcome & { outcome: 'APPROVED' }; at: Date },
): Promise<CollectionOutcome> {
  const { id, merchant_id: merchantId, amount_kobo: amountKobo, reference } = row
  const mode = modeOfRow(row)
  const more = { paid_at: at.toISOString(), response_code: '00', originator_name: cardName(cardOutcome.card) }
  await transitionTransaction(db, row, 'SUCCESS', more)
  if (receiver.virtual) await markVirtualAccountUsed(db, receiver.virtual, { transactionId: id, at })
  const netKobo = amountKobo - chargesOf(row)
  const shares = receiver.virtual ? await splitShares(db, receiver.virtual.id, netKobo) : []
  const credits = [{ accountId: receiver.accountId, amountKobo: netKobo - sumOfShares(shares) }, ...shares]
  await post(db, {
    mode,
    kind: 'COLLECTION',
    reference,
    transactionId: id,
    merchantId,
    at,
    source: 'virtualAccounts',
    lines: [
      ...credits.map((share) => ({ ...share, transactionId: id })),
      { accountId: providerAccount(mode, 'CARD_RECEIVABLE'), amountKobo: -amountKobo },
      { accountId: providerAccount(mode, 'FEE_INCOME'), amountKobo: row.fee_kobo },
      { accountId: providerAccount(mode, 'VAT_PAYABLE'), amountKobo: row.vat_kobo },
    ],
  })
  const held = credits.filter((share) => share.amountKobo > 0n)
  const holds = held.map((share) => ({ ...share, merchantId, transactionId: id, kind: 'ACQUIRING' as const, at }))
  for (const refusal of await holdAll(db, holds)) if (refusal) throw refusal
  const paid = { ...row, ...more, status: 'SUCCESS' }
  await writeTrail(db, paid, at, [cardCharged(paid, cardOutcome)])
  const webhookAt = new Date(at.getTime() + 1)
  if (jobs) await queueWebhook(db, jobs, { transaction: paid, kind: 'collection.success', at: webhookAt })
  return { outcome: 'CREDITED', transactionId: id }
}

async function applyRejection(
  db: Transaction,
  row: TransactionRow,
  {
    status,
    reason,
    cardOutcome,
    at,
  }: { status: 'DECLINED' | 'FAILED'; reason: string; cardOutcome: CardOutcome | null; at: Date },
): Promise<CollectionOutcome> {
  const response_code = cardOutcome && 'code' in cardOutcome ? cardOutcome.code : null
  const originator_name = cardOutcome && 'card' in cardOutcome ? cardName(cardOutcome.card) : null
  await transitionTransaction(db, row, status, { response_code, originator_name, alert: reason })
  await writeTrail(db, row, at, [cardNotCharged({ ...row, alert: reason }, cardOutcome)])
  return { outcome: 'DECLINED', reason }
}

/** A final payment keeps its status; a contradicting outcome sets an alert for operators. */
async function handleRepeatedOutcome(
  db: Transaction,
  row: TransactionRow,
  cardOutcome: CardOutcome | null,
): Promise<CollectionOutcome> {
  if (row.status !== 'SUCCESS') return { outcome: 'DECLINED', reason: row.alert ?? '' }
  if (cardOutcome !== null && cardOutcome.outcome !== 'APPROVED')
    await transitionTransaction(db, row, 'SUCCESS', { alert: contradictingOutcome(cardOutcome) })
  return { outcome: 'CREDITED', transactionId: row.id }
}
