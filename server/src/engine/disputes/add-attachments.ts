import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Files, StoredFile } from '../../rails/files.ts'

/** Owner of the attachments: a dispute, or one of its messages. */
export interface AttachmentOwner {
  disputeId: string
  messageId: string | null
  merchantId: string
  mode: Mode
}

/** Adds stored images as attachments, in the order received. */
export async function addAttachments(
  db: Transaction,
  files: Pick<Files, 'add'>,
  { disputeId, messageId, merchantId, mode }: AttachmentOwner,
  images: readonly StoredFile[],
): Promise<void> {
  const rows = []
  for (const [position, image] of images.entries()) {
    const fileId = await files.add(db, { mode, ...image })
    rows.push({ file_id: fileId, dispute_id: disputeId, message_id: messageId, merchant_id: merchantId, position })
  }
  await insertRows(db, 'dispute_attachment', rows)
}
