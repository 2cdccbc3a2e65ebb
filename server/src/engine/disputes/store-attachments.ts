import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Files } from '../../rails/files.ts'
import type { StoredImage } from '../../rails/images.ts'

/** Owner of the attachments: a dispute, or one of its messages. */
export interface AttachmentOwner {
  disputeId: string
  messageId: string | null
  merchantId: string
  mode: Mode
}

/** Stores attachments in the order received. */
export async function storeAttachments(
  db: Transaction,
  files: Pick<Files, 'put'>,
  { disputeId, messageId, merchantId, mode }: AttachmentOwner,
  images: readonly StoredImage[],
): Promise<void> {
  const rows = []
  for (const [position, image] of images.entries()) {
    const fileId = await files.put(db, { mode, ...image })
    rows.push({ file_id: fileId, dispute_id: disputeId, message_id: messageId, merchant_id: merchantId, position })
  }
  await insertRows(db, 'dispute_attachment', rows)
}
