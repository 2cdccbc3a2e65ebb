import { modeOfRow } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { topUpHolds } from '../../ledger/partial-holds.ts'
import { post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import { lockTransaction, readTransaction, type TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { handleSchemeMessage } from './handle-scheme-message.ts'
import { reversed, reversalReference, reversedBeforeClearing } from './card-messages.ts'
import { recordEarlyReversal } from './early-reversal.ts'
import { releaseAuthorisation } from './release-authorisation.ts'
import { lockPurchase, type PurchaseRow, type SchemeMessage } from './purchase-row.ts'
import { originatorOf, partyColumns } from '../parties.ts'

const reversalReply = z.object({
  /** RELEASED a hold, RETURNED a cleared amount, or NOTHING if neither existed. */
  outcome: z.enum(['RELEASED', 'RETURNED', 'NOTHING']),
  transactionId: z.string().optional(),
})

type Reply = z.output<typeof reversalReply>

/**
 * Reverses a purchase in full, once: releases its hold or returns the cleared amount. A reversal that arrives before its
 * authorisation is stored, so that the authorisation is declined.
 */
export async function reversePurchase(db: Transaction, jobs: Jobs | null, message: SchemeMessage): Promise<Reply> {
  return await handleSchemeMessage(db, 'reverse', message, reversalReply, () => reverse(db, jobs, message))
}

async function reverse(db: Transaction, jobs: Jobs | null, message: SchemeMessage): Promise<Reply> {
  const purchase = await lockPurchase(db, message)
  if (!purchase) {
    await recordEarlyReversal(db, message)
    return { outcome: 'NOTHING' }
  }
  if (purchase.status === 'AUTHORISED') {
    await releaseAuthorisation(db, jobs, purchase, {
      status: 'REVERSED',
      reason: reversedBeforeClearing,
      at: message.at,
    })
    return { outcome: 'RELEASED', transactionId: purchase.authorisation_id ?? '' }
  }
  if (purchase.status !== 'CLEARED') return { outcome: 'NOTHING' }
  const transactionId = await postReversal(db, jobs, purchase, message.at)
  return { outcome: 'RETURNED', ...(transactionId !== null && { transactionId }) }
}

/** Returns the debited amount to the account and our cover to us. The result is the reversal's transaction, if any. */
async function postReversal(
  db: Transaction,
  jobs: Jobs | null,
  purchase: PurchaseRow,
  at: Date,
): Promise<string | null> {
  const paid = await lockTransaction(db, purchase.transaction_id ?? '')
  if (!paid?.account_id) throw new Error(`Clearing of ${purchase.reference} not found`)
  const mode = modeOfRow(paid)
  const clearedKobo = purchase.cleared_kobo ?? 0n
  const coveredKobo = purchase.covered_kobo ?? 0n
  const returnedKobo = clearedKobo - coveredKobo
  const reversal = returnedKobo > 0n ? await recordReversal(db, paid, returnedKobo, at) : null
  await db
    .updateTable('card_purchase')
    .set({ status: 'RETURNED', reversed_at: at.toISOString(), reversal_id: reversal?.id ?? null })
    .where('id', '=', purchase.id)
    .execute()
  await post(db, {
    mode,
    kind: 'REVERSAL',
    reference: reversalReference(paid.reference),
    transactionId: reversal?.id ?? null,
    merchantId: paid.merchant_id,
    at,
    lines: [
      { accountId: paid.account_id, amountKobo: returnedKobo, ...(reversal && { transactionId: reversal.id }) },
      { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: coveredKobo },
      { accountId: providerAccount(mode, 'SCHEME_FLOAT'), amountKobo: -clearedKobo },
    ],
  })
  if (!reversal) return null
  await topUpHolds(db, [paid.account_id])
  await writeTrail(db, reversal, at, [reversed(reversal)])
  const webhookAt = new Date(at.getTime() + 1)
  if (jobs) await queueWebhook(db, jobs, { transaction: reversal, kind: 'card.transaction', at: webhookAt })
  return reversal.id
}

/** Records the credit that reverses a purchase. */
async function recordReversal(
  db: Transaction,
  paid: TransactionRow,
  amountKobo: bigint,
  at: Date,
): Promise<TransactionRow> {
  const id = uuidv7(at.getTime())
  await recordTransaction(db, {
    id,
    mode: paid.mode,
    scope: paid.scope,
    merchant_id: paid.merchant_id,
    wallet_id: paid.wallet_id,
    account_id: paid.account_id,
    card_id: paid.card_id,
    created_at: at.toISOString(),
    paid_at: at.toISOString(),
    type: 'CREDIT',
    category: 'CARD_REVERSAL',
    status: 'SUCCESS',
    amount_kobo: amountKobo,
    reference: reversalReference(paid.reference),
    response_code: '00',
    ...partyColumns({
      originator: { name: paid.beneficiary_name, accountNumber: null, bankCode: null },
      beneficiary: originatorOf(paid),
    }),
    narration: `Returned: ${paid.narration}`,
  })
  const row = await readTransaction(db, id)
  if (!row) throw new Error(`Transaction ${id} not found after its insert`)
  return row
}
