import type { cards } from '@kobo/contract/cards'
import { notifyBatchDecision } from '../../engine/cards/issue-cards.ts'
import { decideOnce } from '../../http/decide-once.ts'
import type { Handler } from '../../http/handler.ts'
import { cardBatches } from './card-batch.ts'

/** Declines a batch without issuing cards and notifies the merchant of the reason. */
export const declineCardBatch: Handler<typeof cards.declineBatch> = async ({ batchId, reason }, context) => {
  const { db, jobs, now: at } = context
  const decision = { id: batchId, action: 'card-batch.decline', reason, set: { status: 'DECLINED' } }
  await decideOnce(context, cardBatches, decision, async (batch) => {
    await notifyBatchDecision(db, jobs, { batch, kind: 'card.batch_declined', at, more: { reason } })
    return {}
  })
  return { message: 'The batch was declined', data: { status: 'DECLINED' } }
}
