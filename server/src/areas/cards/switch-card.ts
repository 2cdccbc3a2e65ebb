import type { Transaction } from '../../db/database.ts'
import type { CardRow } from '../../engine/cards/card-status.ts'
import type { WriteContext } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

interface Switch {
  cardId: string
  reason?: string | undefined
  action: 'card.block' | 'card.unblock' | 'card.delete'
  to: 'BLOCKED' | 'ACTIVE' | 'DELETED'
  carryOut(db: Transaction, change: { card: CardRow; at: Date; reason?: string | undefined }): Promise<void>
}

/** Changes the status of a card of the operator's mode and writes the audit row. Returns the card's name for messages. */
export async function switchCard(
  context: WriteContext,
  { cardId, reason, action, to, carryOut }: Switch,
): Promise<string> {
  const { db, now: at } = context
  const card = await requireInMode(context, 'card', cardId, { lock: true })
  const why = reason || undefined
  await carryOut(db, { card, at, reason: why })
  await context.audit({
    action,
    recordType: 'card',
    recordId: card.id,
    merchantId: card.merchant_id,
    before: { status: card.status },
    after: { status: to },
    reason: why,
  })
  return `The card ending ${card.last_four}`
}
