import type { cards } from '@kobo/contract/cards'
import { blockCard, unblockCard, deleteCard, type CardRow } from '../../engine/cards/card-status.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import type { Transaction } from '../../db/database.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/** Blocks a card. Amounts already authorised may still be cleared. */
export const blockOneCard: Handler<typeof cards.block> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.block', to: 'BLOCKED', apply: blockCard } as const
  return { message: `${await switchCard(context, change)} was blocked`, data: { status: 'BLOCKED' } }
}

/** Unblocks a card, which can then authorise purchases again. */
export const unblockOneCard: Handler<typeof cards.unblock> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.unblock', to: 'ACTIVE', apply: unblockCard } as const
  return { message: `${await switchCard(context, change)} was unblocked`, data: { status: 'ACTIVE' } }
}

/** Deletes a blocked card without pending amounts permanently. */
export const deleteOneCard: Handler<typeof cards.remove> = async ({ cardId }, context) => {
  const change = { cardId, action: 'card.delete', to: 'DELETED', apply: deleteCard } as const
  return { message: `${await switchCard(context, change)} was deleted`, data: { status: 'DELETED' } }
}

interface Switch {
  cardId: string
  reason?: string | undefined
  action: 'card.block' | 'card.unblock' | 'card.delete'
  to: 'BLOCKED' | 'ACTIVE' | 'DELETED'
  apply(db: Transaction, change: { card: CardRow; at: Date; reason?: string | undefined }): Promise<void>
}

/** Changes the status of a card of the operator's mode and writes the audit row. Returns the card's name for messages. */
async function switchCard(context: WriteContext, { cardId, reason, action, to, apply }: Switch): Promise<string> {
  const { db, now: at } = context
  const card = await requireInMode(context, 'card', cardId, { lock: true })
  const storedReason = reason || undefined
  await apply(db, { card, at, reason: storedReason })
  await context.audit({
    action,
    recordType: 'card',
    recordId: card.id,
    merchantId: card.merchant_id,
    before: { status: card.status },
    after: { status: to },
    reason: storedReason,
  })
  return `The card ending ${card.last_four}`
}
