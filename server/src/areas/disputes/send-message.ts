import type { disputes } from '@kobo/contract/disputes'
import { sendMessage } from '../../engine/disputes/send-message.ts'
import type { PreparedWrite } from '../../http/handler.ts'
import { receivePictures } from '../../http/pictures.ts'

/** Sends the merchant a message; its pictures are drawn anew before anything is written. */
export const sendDisputeMessage: PreparedWrite<typeof disputes.sendMessage> = {
  async prepare({ attachments, disputeId, subject, message }) {
    const pictures = await receivePictures(attachments)
    return async (context) => {
      const { db, mode, staff, now: at } = context
      const by = { role: 'ADMIN', staffId: staff.id } as const
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
