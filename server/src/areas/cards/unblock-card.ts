import type { cards } from '@kobo/contract/cards'
import { unblockCard } from '../../engine/cards/change-card.ts'
import type { Handler } from '../../http/handler.ts'
import { switchCard } from './switch-card.ts'

/** Lets a blocked card pay again. */
export const unblockOneCard: Handler<typeof cards.unblock> = async ({ cardId, reason }, context) => {
  const change = { cardId, reason, action: 'card.unblock', to: 'ACTIVE', carryOut: unblockCard } as const
  return { message: `${await switchCard(context, change)} was unblocked`, data: { status: 'ACTIVE' } }
}
