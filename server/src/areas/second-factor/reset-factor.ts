import type { secondFactor } from '@kobo/contract/second-factor'
import type { Handler } from '../../http/handler.ts'
import { conflict, HttpError, unprocessable } from '../../http/http-error.ts'
import { readRights } from '../../http/rights.ts'
import { lockAccess, requireNotBeyond } from '../team/lock-access.ts'
import { endSessions } from '../session/end-sessions.ts'
import { notifyOwner } from '../session/notify-owner.ts'
import { hasFactor } from '../session/factor-codes.ts'

/** Removes the authenticator app of a colleague who has lost it, and ends their sessions in case it was found. */
export const resetFactor: Handler<typeof secondFactor.reset> = async ({ memberId, reason }, context) => {
  const { db, staff, now, audit } = context
  const self = await lockAccess(context, 'team.write')
  if (memberId === self.id) throw unprocessable('Another administrator must do this for you')
  const member = await db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role')
    .select(['staff.id', 'email', 'first_name', 'last_name', 'role', 'role.version'])
    .where('staff.id', '=', memberId)
    .forUpdate('staff')
    .executeTakeFirst()
  if (!member) throw new HttpError(404, 'not_found', 'This member was not found')
  const name = `${member.first_name} ${member.last_name}`
  requireNotBeyond(name, await readRights(db, { id: member.role, version: member.version }), self)
  if (!(await hasFactor(db, member.id))) throw conflict(`${name} has no authenticator app`)
  await db.deleteFrom('second_factor').where('staff_id', '=', member.id).execute()
  await endSessions(db, member.id, 'FACTOR', now)
  await audit({ action: 'second-factor.reset', recordType: 'staff', recordId: member.id, reason })
  await notifyOwner(
    context,
    db,
    { email: member.email, firstName: member.first_name },
    {
      subject: 'The authenticator app of your Kobo Console account was reset',
      text: `${staff.firstName} ${staff.lastName} has removed the authenticator app from your account and signed you out everywhere. Sign-in requires an emailed code until you set up an app again. Reason: ${reason}`,
    },
  )
  return { message: `${name} now signs in with an emailed code`, data: {} }
}
