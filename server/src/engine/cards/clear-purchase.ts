import { modeOfRow } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { adjustAuthorisationHold, lockAvailable } from '../../ledger/card-holds.ts'
import { topUpHolds } from '../../ledger/partial-holds.ts'
import { type Line, post, settle } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { transitionTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { lockTransaction, type TransactionRow } from '../transaction-row.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { handleSchemeMessage } from './handle-scheme-message.ts'
import { cleared, covered } from './card-messages.ts'
import {
  insertPurchase,
  lockCard,
  lockPurchase,
  type PayingCard,
  type PurchaseMessage,
  type PurchaseRow,
  recordSpending,
} from './purchase-row.ts'

const clearingReply = z.object({
  outcome: z.literal('CLEARED'),
  transactionId: z.string(),
  /** Amounts debited from the account and covered by us, in whole kobo. */
  takenKobo: z.string(),
  coveredKobo: z.string(),
})

type Reply = z.output<typeof clearingReply>

/**
 * Clears a purchase once: debits its hold, then the available balance for an amount above the hold or without one. We owe the
 * scheme the whole amount and cover the shortfall.
 */
export async function clearPurchase(db: Transaction, jobs: Jobs | null, message: PurchaseMessage): Promise<Reply> {
  return await handleSchemeMessage(db, 'clear', message, clearingReply, () => clear(db, jobs, message))
}

async function clear(db: Transaction, jobs: Jobs | null, message: PurchaseMessage): Promise<Reply> {
  const { mode, amountKobo, at } = message
  const purchase = await lockPurchase(db, message)
  const card = await lockCard(db, mode, message.cardToken)
  if (purchase && purchase.card_id !== card.id) {
    throw new DomainError('conflict', `${message.reference} belongs to another card`)
  }
  if (purchase?.status === 'CLEARED' || purchase?.status === 'RETURNED') {
    throw new DomainError('conflict', `${message.reference} was already cleared`)
  }
  const isHeld = purchase?.status === 'AUTHORISED'
  const { row, takenKobo } = isHeld ? await debitHold(db, purchase, message) : await debitAvailable(db, card, message)
  const coveredKobo = amountKobo - takenKobo
  await recordClearing(db, { card, purchase, message }, { transactionId: row.id, coveredKobo })
  const heldKobo = isHeld ? purchase.authorised_kobo : null
  await writeTrail(db, row, at, [cleared(row, { clearedKobo: amountKobo, takenKobo, heldKobo })])
  const webhookAt = new Date(at.getTime() + 1)
  if (jobs) await queueWebhook(db, jobs, { transaction: row, kind: 'card.transaction', at: webhookAt })
  return {
    outcome: 'CLEARED',
    transactionId: row.id,
    takenKobo: String(takenKobo),
    coveredKobo: String(coveredKobo),
  }
}

interface DebitResult {
  row: TransactionRow
  takenKobo: bigint
}

/** Clears an authorised purchase; its transaction takes the amount that the account paid. */
async function debitHold(db: Transaction, purchase: PurchaseRow, message: PurchaseMessage): Promise<DebitResult> {
  const { amountKobo, at } = message
  const seen = await lockTransaction(db, purchase.authorisation_id ?? '')
  if (!seen?.account_id) throw new Error(`Authorisation of ${purchase.reference} not found`)
  const accountId = seen.account_id
  const takenKobo = await adjustAuthorisationHold(db, { transactionId: seen.id, accountId, wantedKobo: amountKobo })
  const changes = { amount_kobo: takenKobo, ...endOf(amountKobo - takenKobo, at) }
  await transitionTransaction(db, seen, 'SUCCESS', changes)
  const row = { ...seen, ...changes, status: 'SUCCESS' }
  await settle(db, { ...postingOf(row, { clearedKobo: amountKobo, takenKobo, at }), transactionId: row.id })
  await topUpHolds(db, [accountId])
  return { row, takenKobo }
}

/** Clears a purchase that was never authorised or whose hold was released. */
async function debitAvailable(db: Transaction, card: PayingCard, message: PurchaseMessage): Promise<DebitResult> {
  const { mode, amountKobo, acceptor, at } = message
  const availableKobo = await lockAvailable(db, card.account_id)
  const takenKobo = amountKobo < availableKobo ? amountKobo : availableKobo
  const row = await recordSpending(db, card, {
    id: uuidv7(at.getTime()),
    mode,
    acceptor,
    at,
    // An empty account has paid nothing, so its transaction fails.
    ...(takenKobo > 0n ? { status: 'SUCCESS', amountKobo: takenKobo } : { status: 'FAILED', amountKobo }),
    ...endOf(amountKobo - takenKobo, at),
  })
  await post(db, postingOf(row, { clearedKobo: amountKobo, takenKobo, at }))
  return { row, takenKobo }
}

function endOf(coveredKobo: bigint, at: Date) {
  return {
    paid_at: at.toISOString(),
    response_code: '00',
    alert: coveredKobo > 0n ? covered(coveredKobo) : null,
  }
}

function postingOf(
  row: TransactionRow,
  { clearedKobo, takenKobo, at }: { clearedKobo: bigint; takenKobo: bigint; at: Date },
) {
  const mode = modeOfRow(row)
  const lines: Line[] = [
    { accountId: row.account_id ?? '', amountKobo: -takenKobo, transactionId: row.id },
    { accountId: providerAccount(mode, 'RECOVERY'), amountKobo: takenKobo - clearedKobo },
    { accountId: providerAccount(mode, 'SCHEME_FLOAT'), amountKobo: clearedKobo },
  ]
  const { id: transactionId, reference, merchant_id: merchantId } = row
  return { mode, kind: 'CLEARING', reference, transactionId, merchantId, at, lines } as const
}

async function recordClearing(
  db: Transaction,
  { card, purchase, message }: { card: PayingCard; purchase: PurchaseRow | undefined; message: PurchaseMessage },
  { transactionId, coveredKobo }: { transactionId: string; coveredKobo: bigint },
): Promise<void> {
  const changes = {
    status: 'CLEARED',
    transaction_id: transactionId,
    cleared_at: message.at.toISOString(),
    cleared_kobo: message.amountKobo,
    covered_kobo: coveredKobo,
  }
  if (purchase) await db.updateTable('card_purchase').set(changes).where('id', '=', purchase.id).execute()
  else await insertPurchase(db, card, message, changes)
}
