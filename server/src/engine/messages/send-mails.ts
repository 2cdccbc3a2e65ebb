import type { Database } from '../../db/database.ts'
import type { QueuedMail } from '../../jobs/mail-queue.ts'
import type { Mailer } from '../../rails/mail.ts'

/** Returns what sends a queued email, and records on the message of an operator that the mail server accepted it. */
export function sendMails(db: Database, mailer: Pick<Mailer, 'send'>, clock: () => Date) {
  return async ({ to, subject, text, recordMessageId }: QueuedMail & { to: string }): Promise<void> => {
    await mailer.send({ to, subject, text })
    if (recordMessageId === undefined) return
    await db
      .updateTable('record_message')
      .set({ mailed_at: clock().toISOString() })
      .where('id', '=', recordMessageId)
      .where('mailed_at', 'is', null)
      .execute()
  }
}
