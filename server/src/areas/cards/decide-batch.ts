import type { cards } from '@kobo/contract/cards'
import { issueCards, notifyBatchDecision } from '../../engine/cards/issue-cards.ts'
import { decideOnce, type Decidable } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'

/** Merchant's request for a batch of cards. */
const cardBatches: Decidable<'card_batch'> = {
  table: 'card_batch',
  called: 'batch',
  isOpen: ({ status }) => status === 'PENDING',
  decision: ({ status }) => (status === 'ACCEPTED' ? 'approved' : 'declined'),
  merchantId: ({ merchant_id }) => merchant_id,
}

/** Approves a batch and issues its cards. */
export const approveCardBatch: Handler<typeof cards.approveBatch> = async ({ batchId }, context) => {
  const { db, jobs, now: at } = context
  const decision = { id: batchId, action: 'card-batch.approve' as const, reason: null, set: { status: 'ACCEPTED' } }
  const { after } = await decideOnce(context, cardBatches, decision, async (batch) => {
    return { before: { cards: 0 }, after: { cards: await issueCards(db, jobs, { batch, at }) } }
  })
  const issued = after.cards === 1 ? '1 card was issued' : `${after.cards} cards were issued`
  return { message: issued, data: { status: 'ACCEPTED' } }
}

/** Declines a batch without issuing cards and notifies the merchant of the reason. */
export const declineCardBatch: Handler<typeof cards.declineBatch> = async ({ batchId, reason }, context) => {
  const { db, jobs, now: at } = context
  const decision = { id: batchId, action: 'card-batch.decline' as const, reason, set: { status: 'DECLINED' } }
  await decideOnce(context, cardBatches, decision, async (batch) => {
    await notifyBatchDecision(db, jobs, { batch, kind: 'card.batch_declined', at, more: { reason } })
    return {}
  })
  return { message: 'The batch was declined', data: { status: 'DECLINED' } }
}
