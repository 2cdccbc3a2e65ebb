import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { type DisputeRow, lockDispute, recordActivity } from './dispute-row.ts'
import { alreadyInState, conversationTurned } from './dispute-messages.ts'
import { DomainError } from '../../domain-error.ts'

export interface ConversationChange {
  mode: Mode
  disputeId: string
  to: 'ENABLED' | 'DISABLED'
  staffId: string
  at: Date
}

/** Enables or disables messages for both parties of a dispute. */
export async function setConversationStatus(
  db: Transaction,
  { mode, disputeId, to, staffId, at }: ConversationChange,
): Promise<DisputeRow> {
  const dispute = await lockDispute(db, mode, disputeId)
  if (dispute.conversation === to) throw new DomainError('conflict', alreadyInState(to))
  await db.updateTable('dispute').set({ conversation: to }).where('id', '=', disputeId).execute()
  await recordActivity(db, dispute, { reason: conversationTurned(to), by: { role: 'ADMIN', staffId }, at })
  return dispute
}
