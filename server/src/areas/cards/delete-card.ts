import type { cards } from '@kobo/contract/cards'
import { deleteCard } from '../../engine/cards/card-status.ts'
import type { Handler } from '../../http/handler.ts'
import { switchCard } from './switch-card.ts'

/** Deletes a blocked card without pending amounts permanently. */
export const deleteOneCard: Handler<typeof cards.remove> = async ({ cardId }, context) => {
  const change = { cardId, action: 'card.delete', to: 'DELETED', carryOut: deleteCard } as const
  return { message: `${await switchCard(context, change)} was deleted`, data: { status: 'DELETED' } }
}
