import type { disputes } from '@kobo/contract/disputes'
import { checkConversation, sendMessage } from '../../engine/disputes/send-message.ts'
import type { PreparedWrite } from '../../http/handler.ts'
import { receiveImages } from '../../http/receive-images.ts'

/** Sends the merchant a message. Its images are re-encoded and stored before its transaction. */
export const sendDisputeMessage: PreparedWrite<typeof disputes.sendMessage> = {
  async prepare({ attachments, disputeId, subject, message }, reading) {
    const { mode, staff, signal } = reading
    const by = { role: 'ADMIN', staffId: staff.id } as const
    await checkConversation(reading.db, { mode, disputeId, by })
    const images = await reading.files.keep(
      await receiveImages(reading.images, attachments, { caller: `staff ${staff.id}`, signal }),
    )
    return async (context) => {
      const { db, now: at } = context
      const sent = { mode, disputeId, by, subject, message, images, at }
      const { messageId, merchantId } = await sendMessage(db, context, sent)
      await context.audit({
        action: 'dispute.message',
        recordType: 'dispute',
        recordId: disputeId,
        merchantId,
        after: { messageId, subject, attachments: images.length },
      })
      return { message: 'The message has been sent', data: { messageId } }
    }
  },
}
