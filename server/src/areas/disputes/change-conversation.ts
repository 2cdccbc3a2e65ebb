import type { disputes } from '@kobo/contract/disputes'
import { setConversationStatus } from '../../engine/disputes/set-conversation-status.ts'
import type { Handler } from '../../http/handler.ts'

/** Opens or closes a dispute's conversation for both sides. */
export const changeConversation: Handler<typeof disputes.changeConversation> = async (input, context) => {
  const { disputeId, status: to } = input
  const { db, mode, staff, now: at } = context
  const dispute = await setConversationStatus(db, { mode, disputeId, to, staffId: staff.id, at })
  await context.audit({
    action: 'dispute.conversation',
    recordType: 'dispute',
    recordId: disputeId,
    merchantId: dispute.merchant_id,
    before: { conversation: dispute.conversation },
    after: { conversation: to },
  })
  return { message: `The conversation is ${to.toLowerCase()}`, data: { status: to } }
}
