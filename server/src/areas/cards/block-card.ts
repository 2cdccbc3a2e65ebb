import type { cards } from '@kobo/contract/cards'
import { blockCard, unblockCard } from '../../engine/cards/card-status.ts'
import type { Handler } from '../../http/handler.ts'
import { switchCard } from './switch-card.ts'

/** Blocks a card. Amounts already authorised may still be cleared. */
export const blockOneCard: Handler<typeof cards.block> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.block', to: 'BLOCKED', carryOut: blockCard } as const
  return { message: `${await switchCard(context, change)} was blocked`, data: { status: 'BLOCKED' } }
}

/** Unblocks a card, which can then authorise purchases again. */
export const unblockOneCard: Handler<typeof cards.unblock> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.unblock', to: 'ACTIVE', carryOut: unblockCard } as const
  return { message: `${await switchCard(context, change)} was unblocked`, data: { status: 'ACTIVE' } }
}
