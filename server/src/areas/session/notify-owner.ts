import type { Transaction } from '../../db/database.ts'
import type { AppDeps } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'

/** Emails a person about a change to their sign-in, so that they notice one that is not theirs. */
export async function notifyOwner(
  context: AppDeps,
  db: Transaction,
  owner: { email: string; firstName: string },
  { subject, text }: { subject: string; text: string },
): Promise<void> {
  await queueMail(context.jobs, context.seal, db, {
    to: owner.email,
    subject,
    text: `Hello ${owner.firstName},

${text}

If this was not you, tell your administrator and choose a new password at ${context.settings.publicUrl}/forgot-password
`,
  })
}
