import { randomUUID } from 'node:crypto'
import { modeOfRow } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import type { CardRow } from '../engine/cards/card-status.ts'
import { issueCards } from '../engine/cards/issue-cards.ts'
import type { PurchaseMessage } from '../engine/cards/purchase-row.ts'
import { requestBatch } from '../engine/cards/request-batch.ts'
import { auditRow } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'

type Holder = Pick<CustomerAccount, 'mode' | 'merchantId' | 'walletId'>

interface CardOptions {
  at?: Date
  type?: 'PHYSICAL' | 'VIRTUAL'
  names?: readonly string[]
  reference?: string
}

/** Requests a batch of cards, one per name, on the merchant's own account or a customer's wallet. */
export async function aCardBatch(
  t: Transaction,
  { mode, merchantId, walletId }: Holder,
  { at = new Date(), type = 'VIRTUAL', names = ['Ngozi Bello'], reference = randomUUID() }: CardOptions = {},
): Promise<string> {
  const holders = names.map((name) => ({ walletId, name }))
  return (await requestBatch(t, { mode, merchantId, reference, type, holders, at })).batchId
}

/** Returns the cards of an approved batch in the order requested. */
export async function someCards(t: Transaction, holder: Holder, options: CardOptions = {}): Promise<CardRow[]> {
  const { at = new Date() } = options
  const batchId = await aCardBatch(t, holder, options)
  const cards = { is_card_enabled: true }
  await t.updateTable('merchant').set(cards).where('id', '=', holder.merchantId).execute()
  const batch = await t.selectFrom('card_batch').selectAll().where('id', '=', batchId).executeTakeFirstOrThrow()
  await issueCards(t, null, { batch, at })
  const decided = { status: 'ACCEPTED', decided_at: at.toISOString() }
  await t.updateTable('card_batch').set(decided).where('id', '=', batchId).execute()
  await auditRow(t, 'card-batch.approve', ['card_batch', batchId], { status: 'ACCEPTED' })
  return await t
    .selectFrom('card')
    .selectAll()
    .where('batch_id', '=', batchId)
    .orderBy((eb) => eb.selectFrom('card_batch_holder').select('position').whereRef('card_id', '=', 'card.id'))
    .execute()
}

export async function aCard(db: Database, holder: Holder, options: CardOptions = {}): Promise<CardRow> {
  const [card] = await transact(db, (t) => someCards(t, holder, options))
  if (!card) throw new Error('The batch has no card')
  return card
}

/** Scheme message of a card payment, with fields to override. */
export function schemeMessage(
  card: Pick<CardRow, 'mode' | 'token'>,
  fields: Partial<PurchaseMessage> = {},
): PurchaseMessage {
  return {
    mode: modeOfRow(card),
    messageId: randomUUID(),
    reference: randomUUID(),
    cardToken: card.token,
    amountKobo: 50_000n,
    acceptor: 'Mama Put Kitchen',
    at: new Date(),
    ...fields,
  }
}
