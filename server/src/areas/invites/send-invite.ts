import type { invites } from '@kobo/contract/invites'
import type { Handler } from '../../http/handler.ts'
import { readRights } from '../../http/rights.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { findAssignedRole, readAccessEnd } from '../team/assigned-role.ts'
import { lockAccess, requireHeld, requireNotBeyond } from '../team/lock-access.ts'
import { createInvite, inviteLink } from './create-invite.ts'
import { spaceInvites } from './space-invites.ts'

/** Emails an invite. A repeated invite to the same address carries a new link and invalidates the one before. */
export const sendInvite: Handler<typeof invites.send> = async (input, context) => {
  const { firstName, lastName } = input
  const { db, staff, now, settings } = context
  const email = input.email.toLowerCase()
  const self = await lockAccess(context, 'team.write')
  const earlier = await db
    .selectFrom('invite')
    .innerJoin('role', 'role.id', 'invite.role')
    .select(['invite.role', 'role.version', 'access_until'])
    .where('email', '=', email)
    .where('consumated_at', 'is', null)
    .executeTakeFirst()
  if (earlier) {
    const rights = await readRights(db, { id: earlier.role, version: earlier.version })
    requireNotBeyond(`The earlier invite to ${email}`, rights, self)
  }
  const role = await findAssignedRole(db, input.role ?? earlier?.role ?? 'ADMIN')
  requireHeld(role.rights, self)
  const end = input.accessUntil === undefined ? (earlier?.access_until ?? null) : input.accessUntil
  const accessUntil = role.id === 'ADMIN' && input.accessUntil == null ? null : readAccessEnd(end, role, now)
  const code = await createInvite(db, { email, firstName, lastName, role: role.id, accessUntil }, now)
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
    after: { firstName, lastName, role: role.id, ...(accessUntil !== null && { accessUntil }) },
  })
  return { message: `We have emailed an invite to ${email}`, data: {} }
}
