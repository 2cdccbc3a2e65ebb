import type { Mode } from '@kobo/contract/kit/mode'
import type { Database, Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Files, StoredFile } from '../../rails/files.ts'
import { uuidv7 } from '../../uuid.ts'
import { recordFeedback } from './change-status.ts'
import { type DisputeRow, lockDispute, type Party, readDispute } from './dispute-row.ts'
import { conversationDisabled } from './dispute-messages.ts'
import { addAttachments } from './add-attachments.ts'
import { notifyMerchant } from './notify-merchant.ts'
import { DomainError } from '../../domain-error.ts'

export interface NewMessage {
  mode: Mode
  disputeId: string
  by: Party
  subject: string
  message: string
  images: readonly StoredFile[]
  at: Date
}

/** Runs the checks of `sendMessage` without a lock, for callers that prepare at length before they send. */
export async function checkConversation(
  db: Database,
  { mode, disputeId, by }: Pick<NewMessage, 'mode' | 'disputeId' | 'by'>,
): Promise<void> {
  mayWrite(await readDispute(db, mode, disputeId), by)
}

/** Adds a message unless the conversation is disabled. A merchant's message provides the feedback that a dispute awaits. */
export async function sendMessage(
  db: Transaction,
  { jobs, files }: { jobs: Pick<Jobs, 'enqueueAll'> | null; files: Pick<Files, 'add'> },
  { mode, disputeId, by, subject, message, images, at }: NewMessage,
): Promise<{ messageId: string; merchantId: string }> {
  const dispute = await lockDispute(db, mode, disputeId)
  const { merchant_id: merchantId } = dispute
  mayWrite(dispute, by)
  const messageId = uuidv7(at.getTime())
  await db
    .insertInto('dispute_message')
    .values({
      id: messageId,
      dispute_id: dispute.id,
      merchant_id: merchantId,
      created_at: at.toISOString(),
      sender_role: by.role,
      staff_id: by.role === 'ADMIN' ? by.staffId : null,
      subject,
      message,
    })
    .execute()
  if (by.role === 'MERCHANT') await recordFeedback(db, dispute, by, at)
  else await notifyMerchant(db, jobs, dispute, { kind: 'dispute.message', subject, message }, at)
  await addAttachments(db, files, { disputeId, messageId, merchantId, mode }, images)
  return { messageId, merchantId }
}

function mayWrite({ merchant_id: merchantId, conversation }: DisputeRow, by: Party): void {
  if (by.role === 'MERCHANT' && by.merchantId !== merchantId) throw new DomainError('not_found', 'This dispute')
  if (conversation === 'DISABLED') throw new DomainError('conflict', conversationDisabled)
}
