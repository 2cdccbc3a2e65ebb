import { type Selectable, sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import type { Card } from '../../db/tables.ts'
import { DomainError } from '../../domain-error.ts'
import { formatNaira } from '../format-naira.ts'
import { countCards } from './issue-cards.ts'

export type CardRow = Selectable<Card>

/** Total of a card's open authorisations. */
export interface HeldByCard {
  count: number
  heldKobo: bigint
}

interface Change {
  card: CardRow
  at: Date
  reason?: string | undefined
}

/** Blocks an active card. The caller has locked the row, here and below. */
export async function blockCard(db: Transaction, { card, at, reason }: Change): Promise<void> {
  if (card.status !== 'ACTIVE') throw new DomainError('conflict', `This card is already ${card.status.toLowerCase()}`)
  await change(db, card, 'BLOCKED', { blocked_at: at.toISOString(), blocked_reason: reason ?? null })
}

export async function unblockCard(db: Transaction, { card }: Change): Promise<void> {
  if (card.status !== 'BLOCKED')
    throw new DomainError('conflict', `This card is ${card.status.toLowerCase()}, not blocked`)
  await change(db, card, 'ACTIVE', { blocked_at: null, blocked_reason: null })
}

/** Deletes a card permanently; its row and its payments are kept. */
export async function deleteCard(db: Transaction, { card, at }: Change): Promise<void> {
  const blocker = deletionBlocker(card, await heldByCard(db, card.id))
  if (blocker !== null) throw new DomainError('conflict', blocker)
  await change(db, card, 'DELETED', { deleted_at: at.toISOString() })
}

/** Returns why a card cannot be deleted now, or null. */
export function deletionBlocker({ status }: Pick<CardRow, 'status'>, { count, heldKobo }: HeldByCard): string | null {
  if (status === 'DELETED') return 'This card is already deleted'
  if (status !== 'BLOCKED') return 'Block the card first'
  if (count === 0) return null
  return `${formatNaira(heldKobo)} is authorised on it and not cleared yet`
}

/** Sums a card's authorisations that are neither cleared nor released. */
export async function heldByCard(db: Database, cardId: string): Promise<HeldByCard> {
  const { rows } = await sql<HeldByCard>`
    select count(*)::int as count, coalesce(sum(authorised_kobo), 0)::bigint as "heldKobo" from card_purchase
    where card_id = ${cardId} and status = 'AUTHORISED'`.execute(db)
  return rows[0] ?? { count: 0, heldKobo: 0n }
}

async function change(
  db: Transaction,
  { id, mode, merchant_id, type, created_at, status }: CardRow,
  to: string,
  changes: Partial<Pick<CardRow, 'blocked_at' | 'blocked_reason' | 'deleted_at'>>,
): Promise<void> {
  await db
    .updateTable('card')
    .set({ status: to, ...changes })
    .where('id', '=', id)
    .execute()
  await countCards(db, { mode, merchant_id, type, created_at }, { [status]: -1n, [to]: 1n })
}
