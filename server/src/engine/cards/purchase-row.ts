import type { Mode } from '@kobo/contract/kit/mode'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Card, CardPurchase } from '../../db/tables.ts'
import { recordTransaction } from '../../ledger/transactions.ts'
import { uuidv7 } from '../../uuid.ts'
import { DomainError } from '../../domain-error.ts'
import { readTransaction, type TransactionRow } from '../transaction-row.ts'
import { purchaseNarration, purchaseReference } from './card-messages.ts'
import { holderOf, partyColumns } from '../parties.ts'

export type PurchaseRow = Selectable<CardPurchase>

/** Message of the card scheme about a purchase. */
export interface SchemeMessage {
  mode: Mode
  /** Idempotency key of the message. */
  messageId: string
  /** Reference of the purchase, shared by its messages. */
  reference: string
  at: Date
}

/** Message that carries card, amount and acceptor. */
export interface PurchaseMessage extends SchemeMessage {
  cardToken: string
  amountKobo: bigint
  acceptor: string
}

/** Serialises all messages about one purchase. Returns undefined before the first one. */
export async function lockPurchase(
  db: Transaction,
  { mode, reference }: Pick<SchemeMessage, 'mode' | 'reference'>,
): Promise<PurchaseRow | undefined> {
  const key = `card purchase ${mode} ${reference}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
  return await db
    .selectFrom('card_purchase')
    .selectAll()
    .where('mode', '=', mode)
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
}

/** Card with the account that pays for it. */
export type PayingCard = Selectable<Card> & {
  merchant_status: string
  account_name: string
  account_number: string
  bank_code: string
}

/** Returns the card of a token under a share lock, so it cannot be blocked or deleted until the transaction ends. */
export async function lockCard(db: Transaction, mode: Mode, token: string): Promise<PayingCard> {
  const card = await db
    .selectFrom('card')
    .innerJoin('merchant', 'merchant.id', 'card.merchant_id')
    .innerJoin('account', 'account.id', 'card.account_id')
    .selectAll('card')
    .select(['merchant.status as merchant_status', 'account_name', 'account_number', 'bank_code'])
    .where('token', '=', token)
    .where('card.mode', '=', mode)
    .forShare('card')
    .executeTakeFirst()
  if (!card) throw new DomainError('not_found', 'This card')
  return card
}

/** Records the transaction that shows a purchase to the card holder. */
export async function recordSpending(
  db: Transaction,
  card: PayingCard,
  { id, mode, amountKobo, acceptor, at, ...fields }: Spending,
): Promise<TransactionRow> {
  await recordTransaction(db, {
    id,
    mode,
    scope: card.wallet_id === null ? 'MERCHANT' : 'WALLET',
    merchant_id: card.merchant_id,
    wallet_id: card.wallet_id,
    account_id: card.account_id,
    card_id: card.id,
    created_at: at.toISOString(),
    type: 'DEBIT',
    category: 'CARD_PAYMENT',
    amount_kobo: amountKobo,
    reference: purchaseReference(id),
    ...partyColumns({
      originator: holderOf(card),
      beneficiary: { name: acceptor, accountNumber: null, bankCode: null },
    }),
    narration: purchaseNarration(card.last_four, acceptor),
    ...fields,
  })
  const row = await readTransaction(db, id)
  if (!row) throw new Error(`Transaction ${id} not found after its insert`)
  return row
}

interface Spending {
  id: string
  mode: Mode
  amountKobo: bigint
  acceptor: string
  at: Date
  status: 'PENDING' | 'SUCCESS' | 'FAILED' | 'DECLINED'
  paid_at?: string
  response_code?: string
  alert?: string | null
}

/** Records a purchase on the scheme's first message about it. */
export async function insertPurchase(
  db: Transaction,
  card: PayingCard,
  { mode, reference, acceptor, at }: PurchaseMessage,
  fields: Pick<PurchaseRow, 'status'> & Partial<PurchaseRow>,
): Promise<void> {
  await db
    .insertInto('card_purchase')
    .values({
      id: uuidv7(at.getTime()),
      mode,
      merchant_id: card.merchant_id,
      created_at: at.toISOString(),
      card_id: card.id,
      reference,
      acceptor,
      ...fields,
    })
    .execute()
}
