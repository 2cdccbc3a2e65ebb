import type { GrantedPermission } from '@kobo/contract/kit/permission'
import type { Transaction } from '../../db/database.ts'
import type { WriteContext } from '../../http/handler.ts'
import { HttpError, unprocessable } from '../../http/http-error.ts'
import { mayDo, type Rights } from '../../http/rights.ts'
import { findActiveStaff, type Staff } from '../../http/staff.ts'
import { findExcess } from './limits.ts'

/**
 * Serializes all changes of who may do what until this transaction ends, and returns the operator with the rights they have now.
 * Throws a 403 if they have lost the permission since the request was authenticated.
 */
export async function lockAccess({ db, staff, now }: WriteContext, permission: GrantedPermission): Promise<Staff> {
  await lockRoles(db)
  const current = await findActiveStaff(db, staff.id, now)
  if (!current || !mayDo(current, permission)) {
    throw new HttpError(403, 'not_permitted', 'Your role no longer allows this')
  }
  return current
}

/** Locks the row by which all changes of access are serialized; members and invites can still refer to it. */
export async function lockRoles(db: Transaction): Promise<void> {
  await db.selectFrom('role').select('id').where('id', '=', 'ADMIN').forNoKeyUpdate().execute()
}

/** Throws a 422 if nobody but this person is an active administrator, since a trigger would reject the commit. */
export async function requireAdministrator(
  db: Transaction,
  { besides, name }: { besides: string; name: string },
): Promise<void> {
  const other = await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'ACTIVE')
    .where('id', '<>', besides)
    .limit(1)
    .executeTakeFirst()
  if (!other) throw unprocessable(`${name} is the last administrator. Make a colleague an administrator first`)
}

/** Throws a 403 if an operator would give away a right, or a limit, beyond their own. */
export function requireHeld(rights: Rights, { rights: held }: Staff): void {
  const excess = findExcess(rights, held)
  if (excess !== undefined)
    throw new HttpError(403, 'not_permitted', `You cannot give a right beyond your own: ${excess}`)
}

/** Throws a 403 if a colleague, or a role, has a right beyond the operator's own. */
export function requireNotBeyond(name: string, rights: Rights, { rights: held }: Staff): void {
  const excess = findExcess(rights, held)
  if (excess !== undefined) {
    throw new HttpError(403, 'not_permitted', `${name} has a right beyond your own: ${excess}. Ask an administrator`)
  }
}
