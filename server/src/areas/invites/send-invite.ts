import type { invites } from '@kobo/contract/invites'
import type { Handler } from '../../http/handler.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { createInvite, inviteLink } from './create-invite.ts'
import { spaceInvites } from './space-invites.ts'

/** Emails an invite. A repeated invite to the same address carries a new link and invalidates the one before. */
export const sendInvite: Handler<typeof invites.send> = async ({ firstName, lastName, email: typed }, context) => {
  const { db, staff, now, settings } = context
  const email = typed.toLowerCase()
  const code = await createInvite(db, { email, firstName, lastName }, now)
  await spaceInvites(db, { email, staffId: staff.id, now })
  const inviter = `${staff.firstName} ${staff.lastName}`
  await queueMail(context.jobs, context.seal, db, {
    to: email,
    subject: `${inviter} invites you to Kobo Console`,
    text: `Hello ${firstName},

${inviter} invites you to Kobo Console. Choose your password here:

${inviteLink(settings.publicUrl, email, code)}

The link is valid for seven days and works once. If you did not expect it, you can ignore this email.
`,
  })
  await context.audit({
    action: 'invite.create',
    recordType: 'invite',
    recordId: email,
    after: { firstName, lastName },
  })
  return { message: `We have emailed an invite to ${email}`, data: {} }
}
