import { createHash, randomBytes } from 'node:crypto'
import { mode as modeSchema } from '@kobo/contract/kit/mode'
import { recordLetter } from '@kobo/contract/kit/record-letter'
import type { Transaction } from '../../db/database.ts'
import type { AppDeps } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { linkText, mailedForMs } from './statement-mails.ts'

type Services = Pick<AppDeps, 'jobs' | 'seal' | 'settings' | 'clock'>

/**
 * Emails the link of a finished statement to its merchant, unless it was withdrawn meanwhile; false if it was not requested for
 * the merchant. Only the hash of the link's token is stored.
 */
export async function emailLink(services: Services, db: Transaction, statementId: string): Promise<boolean> {
  const { jobs, seal, settings, clock } = services
  const link = await db
    .selectFrom('statement_link as link')
    .innerJoin('record_message as message', 'message.id', 'link.message_id')
    .innerJoin('merchant', 'merchant.id', 'message.merchant_id')
    .innerJoin('staff', 'staff.id', 'message.staff_id')
    .select(['message.id', 'message.mode', 'message.email', 'message.subject', 'message.text'])
    .select(['business_name', 'staff.first_name', 'withdrawn_at'])
    .where('statement_id', '=', statementId)
    .forUpdate('link')
    .executeTakeFirst()
  if (!link) return false
  if (link.withdrawn_at !== null) return true
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(clock().getTime() + mailedForMs)
  await db
    .updateTable('statement_link')
    .set({ token_hash: tokenHash(token), expires_at: expiresAt.toISOString() })
    .where('message_id', '=', link.id)
    .execute()
  const text = `${link.text}\n\n${linkText(`${settings.publicUrl}/statement-link/${token}`, expiresAt)}`
  const names = { name: link.business_name, about: null, sender: link.first_name }
  const letter = recordLetter({ mode: modeSchema.parse(link.mode), subject: link.subject, text, ...names })
  const mail = { to: link.email, ...letter, recordMessageId: link.id }
  await queueMail(jobs, seal, db, mail, { key: `message ${link.id}` })
  return true
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
