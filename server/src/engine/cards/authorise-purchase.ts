import { z } from 'zod'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { holdAll } from '../../ledger/ledger.ts'
import type { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { isServiceOff, switchedOff } from '../service-status.ts'
import { writeTrail } from '../trail.ts'
import { queueWebhook } from '../webhooks/queue-webhook.ts'
import { handleSchemeMessage } from './handle-scheme-message.ts'
import { isExpired } from './card-number.ts'
import { authorised, type CardRefusal, cardRefusals, declined, heldDays } from './card-messages.ts'
import { wasReversedEarly } from './early-reversal.ts'
import {
  insertPurchase,
  lockCard,
  lockPurchase,
  type PayingCard,
  type PurchaseMessage,
  recordSpending,
} from './purchase-row.ts'

const authorisationReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('APPROVED'), transactionId: z.string() }),
  z.object({ outcome: z.literal('DECLINED'), transactionId: z.string(), code: z.string(), reason: z.string() }),
])

type Reply = z.output<typeof authorisationReply>

/** Authorises a card purchase and places a hold for it, or declines it without one; once per message. */
export async function authorisePurchase(db: Transaction, jobs: Jobs | null, message: PurchaseMessage): Promise<Reply> {
  return await handleSchemeMessage(db, 'authorise', message, authorisationReply, () => authorise(db, jobs, message))
}

async function authorise(db: Transaction, jobs: Jobs | null, message: PurchaseMessage): Promise<Reply> {
  const { mode, amountKobo, acceptor, at } = message
  if (await lockPurchase(db, message)) {
    throw new DomainError('conflict', `${message.reference} was already received`)
  }
  const card = await lockCard(db, mode, message.cardToken)
  const id = uuidv7(at.getTime())
  const off = (await isServiceOff(db, mode, 'CARDS')) ? { code: '57', reason: switchedOff('CARDS') } : undefined
  const early = (await wasReversedEarly(db, message)) ? cardRefusals.reversed : undefined
  const refusal =
    early ?? refusalOf(card, at) ?? off ?? (await refusalToHold(db, card, { transactionId: id, amountKobo, at }))
  const row = await recordSpending(db, card, {
    id,
    mode,
    amountKobo,
    acceptor,
    at,
    status: refusal ? 'DECLINED' : 'PENDING',
    ...(refusal && { response_code: refusal.code, alert: refusal.reason }),
  })
  await insertPurchase(db, card, message, {
    status: refusal ? 'DECLINED' : 'AUTHORISED',
    authorisation_id: id,
    authorised_kobo: amountKobo,
    held_until: refusal ? null : new Date(at.getTime() + heldDays * 86_400_000).toISOString(),
  })
  await writeTrail(db, row, at, [refusal ? declined(row) : authorised(row)])
  const webhookAt = new Date(at.getTime() + 1)
  if (jobs) await queueWebhook(db, jobs, { transaction: row, kind: 'card.transaction', at: webhookAt })
  return refusal ? { outcome: 'DECLINED', transactionId: id, ...refusal } : { outcome: 'APPROVED', transactionId: id }
}

function refusalOf(card: PayingCard, at: Date): CardRefusal | undefined {
  if (card.status === 'DELETED') return cardRefusals.deleted
  if (card.status === 'BLOCKED') return cardRefusals.blocked
  if (isExpired(card.expires_on, at)) return cardRefusals.expired
  return card.merchant_status === 'ACTIVE' ? undefined : cardRefusals.merchant
}

async function refusalToHold(
  db: Transaction,
  card: PayingCard,
  hold: { transactionId: string; amountKobo: bigint; at: Date },
): Promise<CardRefusal | undefined> {
  const owner = { accountId: card.account_id, merchantId: card.merchant_id }
  const [refusal] = await holdAll(db, [{ ...hold, ...owner, kind: 'AUTHORISATION' }])
  return refusal && { code: codes[refusal.code], reason: refusal.message }
}

const codes: Record<LedgerRefusal['code'], string> = {
  insufficient_funds: '51',
  daily_limit: '61',
  balance_limit: '61',
  post_no_debit: '57',
  wallet_disabled: '57',
  account_inactive: '57',
  frozen: '57',
}
