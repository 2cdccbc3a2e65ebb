import type { disputes } from '@kobo/contract/disputes'
import { toKobo } from '@kobo/contract/kit/naira'
import { addAttachments } from '../../engine/disputes/add-attachments.ts'
import { checkDispute, openDispute } from '../../engine/disputes/open-dispute.ts'
import type { PreparedWrite } from '../../http/handler.ts'
import { receiveImages } from '../../http/receive-images.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/** Opens a dispute. Its images are re-encoded and stored before its transaction. */
export const initiateDispute: PreparedWrite<typeof disputes.initiate> = {
  async prepare({ attachments, ...input }, reading) {
    const { mode, staff, signal } = reading
    const { merchantId, amount, category, customer, description } = input
    const about = {
      mode,
      merchantId,
      reference: input.transactionReference,
      type: input.transactionType,
      transactionCategory: input.transactionCategory,
      amountKobo: toKobo(amount),
    }
    await requireInMode(reading, 'merchant', merchantId)
    await checkDispute(reading.db, about)
    const images = await reading.files.keep(
      await receiveImages(reading.images, attachments, { caller: `staff ${staff.id}`, signal }),
    )
    return async (context) => {
      const { db, jobs, files, now: at } = context
      await requireInMode(context, 'merchant', merchantId)
      const order = { ...about, category, customer, description, staffId: staff.id, at }
      const { disputeId, transactionId } = await openDispute(db, jobs, order)
      await context.audit({
        action: 'dispute.initiate',
        recordType: 'dispute',
        recordId: disputeId,
        merchantId,
        after: { transactionId, amount, category, attachments: images.length },
      })
      await addAttachments(db, files, { disputeId, messageId: null, merchantId, mode }, images)
      return { message: 'The dispute has been raised', data: { disputeId } }
    }
  },
}
