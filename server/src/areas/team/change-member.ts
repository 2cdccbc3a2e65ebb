import { lagosTime } from '@kobo/contract/kit/day'
import type { team } from '@kobo/contract/team'
import type { Handler } from '../../http/handler.ts'
import { badRequest, conflict, HttpError, unprocessable } from '../../http/http-error.ts'
import { readRights } from '../../http/rights.ts'
import { queueMail } from '../../jobs/mail-queue.ts'
import { staffName } from '../../http/display.ts'
import { findAssignedRole, readAccessEnd } from './assigned-role.ts'
import { lockAccess, requireAdministrator, requireHeld, requireNotBeyond } from './lock-access.ts'

interface Access {
  status: string
  role: string
  accessUntil: string | null
}

/**
 * Changes a colleague's role, or withdraws, restores or ends their access. A trigger on the staff table ends their sessions, codes
 * and sign-ins.
 */
export const changeMember: Handler<typeof team.changeMember> = async (input, context) => {
  const { memberId, status, role, accessUntil, reason } = input
  const { db, now } = context
  if (status === undefined && role === undefined && accessUntil === undefined) {
    throw badRequest('Choose a role, a status or an end')
  }
  const self = await lockAccess(context, 'team.write')
  if (memberId === self.id) throw unprocessable('You cannot change your own role or access. Ask another administrator')
  const member = await db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role')
    .select(['staff.id', 'first_name', 'last_name', 'email', 'status', 'role', 'access_until'])
    .select(['role.name as role_name', 'role.version as role_version'])
    .where('staff.id', '=', memberId)
    .forNoKeyUpdate('staff')
    .executeTakeFirst()
  if (!member) throw new HttpError(404, 'not_found', 'This member was not found')
  const name = staffName(member)
  const before: Access = { status: member.status, role: member.role, accessUntil: member.access_until }
  requireNotBeyond(name, await readRights(db, { id: member.role, version: member.role_version }), self)

  // A role that was retired meanwhile is rejected when a deactivated member returns, too.
  const newRole = await findAssignedRole(db, role ?? before.role)
  requireHeld(newRole.rights, self)
  const after: Access = {
    status: status ?? before.status,
    role: newRole.id,
    accessUntil: accessUntil === undefined ? before.accessUntil : readAccessEnd(accessUntil, newRole, now),
  }
  if (after.role === 'ADMIN') after.accessUntil = null
  const changed = [
    ...(after.role === before.role ? [] : [`is now ${roleText(newRole)}`]),
    ...(after.status === before.status ? [] : [after.status === 'ACTIVE' ? 'can sign in again' : 'is deactivated']),
    ...(isSameInstant(after.accessUntil, before.accessUntil) ? [] : [accessEndText(after.accessUntil)]),
  ]
  if (changed.length === 0) {
    const requested = accessText({ role: role === undefined ? undefined : newRole, status })
    throw conflict(
      requested === '' ? `${name} already ${accessEndText(after.accessUntil)}` : `${name} is already ${requested}`,
    )
  }
  if (isAdministrator(before) && !isAdministrator(after)) await requireAdministrator(db, { besides: member.id, name })
  await db
    .updateTable('staff')
    .set({ status: after.status, role: after.role, access_until: after.accessUntil })
    .where('id', '=', member.id)
    .execute()
  await context.audit({
    action: 'staff.change',
    recordType: 'staff',
    recordId: member.id,
    before: { ...before },
    after: { ...after },
    reason,
  })
  const isSignedOut = after.role !== before.role || after.status !== before.status
  await queueMail(context.jobs, context.seal, db, {
    to: member.email,
    subject: 'Your access to Kobo Console was changed',
    text: `Hello ${member.first_name},

${self.firstName} ${self.lastName} changed your access to Kobo Console:

${changed.map(asAddressed).join('\n')}

Reason: ${reason}
${isSignedOut ? '\nYou were signed out everywhere.\n' : ''}`,
  })
  return { message: `${name} ${changed.join(' and ')}`, data: {} }
}

function isAdministrator({ role, status }: Access): boolean {
  return role === 'ADMIN' && status === 'ACTIVE'
}

function isSameInstant(one: string | null, other: string | null): boolean {
  return one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other))
}

/** Turns a sentence about a person into one that addresses them. */
function asAddressed(change: string): string {
  return `You ${change.replace(/^is /, 'are ').replace(/^has /, 'have ')}.`
}

function roleText({ id, name }: { id: string; name: string }): string {
  if (id === 'ADMIN') return 'an administrator'
  if (id === 'AUDITOR') return 'an auditor'
  return `in the role ${name}`
}

function accessEndText(until: string | null): string {
  return until === null ? 'has access without an end' : `has access until ${lagosTime(new Date(until))}`
}

interface Requested {
  role: { id: string; name: string } | undefined
  status: string | undefined
}

function accessText({ status, role }: Requested): string {
  const parts = [role && roleText(role), status && (status === 'ACTIVE' ? 'active' : 'deactivated')]
  return parts.filter(Boolean).join(' and ')
}
