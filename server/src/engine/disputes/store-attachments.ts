import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Files } from '../../rails/files.ts'
import type { Picture } from '../../rails/images.ts'

/** What pictures belong to: a dispute, or a message about it. */
export interface PictureOwner {
  disputeId: string
  messageId: string | null
  merchantId: string
  mode: Mode
}

/** Keeps pictures with what they belong to, in the order in which they were sent. */
export async function storeAttachments(
  db: Transaction,
  files: Pick<Files, 'put'>,
  { disputeId, messageId, merchantId, mode }: PictureOwner,
  pictures: readonly Picture[],
): Promise<void> {
  const rows = []
  for (const [position, picture] of pictures.entries()) {
    const fileId = await files.put(db, { mode, ...picture })
    rows.push({ file_id: fileId, dispute_id: disputeId, message_id: messageId, merchant_id: merchantId, position })
  }
  await insertRows(db, 'dispute_attachment', rows)
}
