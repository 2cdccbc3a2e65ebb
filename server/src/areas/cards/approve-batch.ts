import type { cards } from '@kobo/contract/cards'
import { issueCards } from '../../engine/cards/issue-cards.ts'
import { decideOnce } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { cardBatches } from './card-batch.ts'

/** Approves a batch and issues its cards. */
export const approveCardBatch: Handler<typeof cards.approveBatch> = async ({ batchId }, context) => {
  const { db, jobs, now: at } = context
  const decision = { id: batchId, action: 'card-batch.approve', reason: null, set: { status: 'ACCEPTED' } }
  const { after } = await decideOnce(context, cardBatches, decision, async (batch) => {
    return { after: { cards: await issueCards(db, jobs, { batch, at }) } }
  })
  const issued = after.cards === 1 ? '1 card was issued' : `${after.cards} cards were issued`
  return { message: issued, data: { status: 'ACCEPTED' } }
}
