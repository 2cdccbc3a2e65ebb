import type { team } from '@kobo/contract/team'
import type { Handler } from '../../http/handler.ts'
import { mayDo, roles } from '../../http/role-permissions.ts'
import { badRequest, conflict, HttpError, unprocessable } from '../../http/http-error.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { staffName } from '../../http/display.ts'

type Access = Record<'status' | 'role', string>

/**
 * Changes a colleague's role, or withdraws or restores their access. A trigger on the staff table ends their sessions, codes
 * and sign-ins. Operators cannot change themselves, so an active administrator always remains.
 */
export const changeMember: Handler<typeof team.changeMember> = async ({ memberId, status, role, reason }, context) => {
  const { db, staff } = context
  if (status === undefined && role === undefined) throw badRequest('Choose a role or a status')
  // Locked in the same order by every caller, so that two who change each other wait instead of failing.
  const members = await db
    .selectFrom('staff')
    .select(['id', 'first_name', 'last_name', 'email', 'status', 'role'])
    .where('id', 'in', [staff.id, memberId])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const self = members.find(({ id }) => id === staff.id)
  // The operator may have been changed after the request was authenticated.
  if (self?.status !== 'ACTIVE' || !mayDo(roles.parse(self.role), 'team.write')) {
    throw new HttpError(403, 'not_permitted', 'You are no longer an administrator')
  }
  if (memberId.toLowerCase() === staff.id) {
    throw unprocessable('You cannot change your own role or access. Ask another administrator')
  }
  const member = members.find(({ id }) => id !== staff.id)
  if (!member) throw new HttpError(404, 'not_found', 'This member was not found')

  const before: Access = { status: member.status, role: member.role }
  const after: Access = { status: status ?? before.status, role: role ?? before.role }
  const changed = [
    ...(after.role === before.role ? [] : [`is now ${roleText(after.role)}`]),
    ...(after.status === before.status ? [] : [after.status === 'ACTIVE' ? 'can sign in again' : 'is deactivated']),
  ]
  const name = staffName(member)
  if (changed.length === 0) throw conflict(`${name} is already ${accessText({ status, role })}`)
  await db.updateTable('staff').set(after).where('id', '=', member.id).execute()
  await context.audit({ action: 'staff.change', recordType: 'staff', recordId: member.id, before, after, reason })
  await queueMail(context.jobs, context.seal, db, {
    to: member.email,
    subject: 'Your access to Kobo Console was changed',
    text: `Hello ${member.first_name},

${staffName(self)} changed your access to Kobo Console:

${changed.map(asAddressed).join('\n')}

Reason: ${reason}

You were signed out everywhere.
`,
  })
  return { message: `${name} ${changed.join(' and ')}`, data: {} }
}

/** Turns a sentence about a person into one that addresses them. */
function asAddressed(change: string): string {
  return `You ${change.replace(/^is /, 'are ')}.`
}

function roleText(role: string): string {
  return role === 'ADMIN' ? 'an administrator' : 'an auditor'
}

function accessText({ status, role }: Partial<Access>): string {
  const parts = [role && roleText(role), status && (status === 'ACTIVE' ? 'active' : 'deactivated')]
  return parts.filter(Boolean).join(' and ')
}
