import type { disputes } from '@kobo/contract/disputes'
import { checkConversation, sendMessage } from '../../engine/disputes/send-message.ts'
import type { PreparedWrite } from '../../http/handler.ts'
import { receivePictures } from '../../http/receive-images.ts'

/** Sends the merchant a message. Its images are re-encoded before anything is written. */
export const sendDisputeMessage: PreparedWrite<typeof disputes.sendMessage> = {
  async prepare(
    { attachments, disputeId, subject, message },
    { db: reading, mode, staff, pictures: redrawer, signal },
  ) {
    const by = { role: 'ADMIN', staffId: staff.id } as const
    await checkConversation(reading, { mode, disputeId, by })
    const pictures = await receivePictures(redrawer, attachments, { caller: `staff ${staff.id}`, signal })
    return async (context) => {
      const { db, now: at } = context
      const sent = { mode, disputeId, by, subject, message, pictures, at }
      const { messageId, merchantId } = await sendMessage(db, context, sent)
      await context.audit({
        action: 'dispute.message',
        recordType: 'dispute',
        recordId: disputeId,
        merchantId,
        after: { messageId, subject, attachments: pictures.length },
      })
      return { message: 'The message has been sent', data: { messageId } }
    }
  },
}
