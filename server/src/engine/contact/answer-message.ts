import { lagosTime } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { DomainError } from '../../domain-error.ts'

export interface MessageAnswer {
  mode: Mode
  messageId: string
  answer: string
  staffId: string
  at: Date
}

/** Records the answer to a message, once: the second of two operators gets the name of the first. Returns the message. */
export async function answerMessage(db: Transaction, { mode, messageId, answer, staffId, at }: MessageAnswer) {
  const message = await db
    .selectFrom('contact_message')
    .selectAll()
    .where('id', '=', messageId)
    .where('mode', '=', mode)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!message) throw new DomainError('not_found', 'This message')
  if (message.status !== 'NEW') throw new DomainError('conflict', await alreadyAnswered(db, message))
  await db
    .updateTable('contact_message')
    .set({ status: 'ANSWERED', answer, answered_by: staffId, answered_at: at.toISOString() })
    .where('id', '=', messageId)
    .execute()
  return message
}

async function alreadyAnswered(
  db: Transaction,
  { answered_by, answered_at }: { answered_by: string | null; answered_at: string | null },
): Promise<string> {
  const operator = await db
    .selectFrom('staff')
    .select(['first_name', 'last_name'])
    .where('id', '=', answered_by)
    .executeTakeFirst()
  const name = operator ? `${operator.first_name} ${operator.last_name}` : 'An operator'
  return `${name} already answered this message${answered_at ? ` on ${lagosTime(new Date(answered_at))}` : ''}`
}
