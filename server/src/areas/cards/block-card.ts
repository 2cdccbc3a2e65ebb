import type { cards } from '@kobo/contract/cards'
import { blockCard, unblockCard } from '../../engine/cards/card-status.ts'
import type { Handler } from '../../http/handler.ts'
import { switchCard } from './switch-card.ts'

/** Lets a card pay nothing more; what it has authorised may still be cleared. */
export const blockOneCard: Handler<typeof cards.block> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.block', to: 'BLOCKED', carryOut: blockCard } as const
  return { message: `${await switchCard(context, change)} was blocked`, data: { status: 'BLOCKED' } }
}

/** Lets a blocked card pay again. */
export const unblockOneCard: Handler<typeof cards.unblock> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.unblock', to: 'ACTIVE', carryOut: unblockCard } as const
  return { message: `${await switchCard(context, change)} was unblocked`, data: { status: 'ACTIVE' } }
}
