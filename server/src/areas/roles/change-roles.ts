import { permissionLabel } from '@kobo/contract/kit/permission-areas'
import { offeredKinds, type WorkKind } from '@kobo/contract/kit/work-kinds'
import type { roles } from '@kobo/contract/roles'
import type { Transaction } from '../../db/database.ts'
import { formatNaira } from '../../engine/format-naira.ts'
import { endClaimsOfRole } from '../../engine/work-items/claims.ts'
import { formatCount } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict, HttpError, unprocessable } from '../../http/http-error.ts'
import { readRights, type Rights, rightsOf } from '../../http/rights.ts'
import { uuidv7 } from '../../uuid.ts'
import { lockAccess, requireHeld, requireNotBeyond } from '../team/lock-access.ts'
import { findRole } from './roles.ts'

/** Bounds what the list of roles reads. */
const maxRoles = 100

/** Creates a role. */
export const createRole: Handler<typeof roles.create> = async ({ name, about = '', rights, reason }, context) => {
  const { db, now } = context
  const self = await lockAccess(context, 'roles.write')
  const granted = rightsOf(rights)
  requireHeld(granted, self)
  const { count } = await db
    .selectFrom('role')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('retired_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxRoles) throw unprocessable(`There are ${maxRoles} roles already. Retire one first`)
  await requireFreeName(db, name)
  const id = uuidv7(now.getTime())
  await db.insertInto('role').values({ id, name, about, created_at: now.toISOString(), created_by: self.id }).execute()
  await writeRights(db, id, granted)
  await context.audit({
    action: 'role.create',
    recordType: 'role',
    recordId: id,
    after: { name, about, rights: describe(granted) },
    reason,
  })
  return { message: `The role ${name} was created`, data: { role: await findRole(db, id, self) } }
}

/** Changes a role as it was at a version. Its members have the new rights with their next request. */
export const updateRole: Handler<typeof roles.update> = async (input, context) => {
  const { roleId, version, reason } = input
  const { db } = context
  const { self, role, rights: before } = await lockRole(context, roleId)
  if (self.role.id === role.id) throw unprocessable('You cannot change your own role. Ask another administrator')
  if (role.version !== version) {
    throw conflict(`The role ${role.name} was changed meanwhile. Nothing was changed; look at it again first`)
  }
  const after = input.rights ? rightsOf(input.rights) : before
  requireHeld(after, self)
  const { name = role.name, about = role.about } = input
  const isSame = name === role.name && about === role.about && isEqual(before, after)
  if (isSame) throw conflict(`This changes nothing about the role ${role.name}`)
  if (name.toLowerCase() !== role.name.toLowerCase()) await requireFreeName(db, name)
  await db
    .updateTable('role')
    .set({ name, about, version: role.version + 1 })
    .where('id', '=', role.id)
    .execute()
  if (input.rights) {
    await db.deleteFrom('role_right').where('role_id', '=', role.id).execute()
    await writeRights(db, role.id, after)
    const kinds = kindsOf(after)
    const lost = kindsOf(before).filter((kind) => !kinds.includes(kind))
    if (lost.length > 0) await endClaimsOfRole(db, role.id, lost)
  }
  await context.audit({
    action: 'role.update',
    recordType: 'role',
    recordId: role.id,
    before: { name: role.name, about: role.about, rights: describe(before) },
    after: { name, about, rights: describe(after) },
    reason,
  })
  return { message: `The role ${name} was changed`, data: { role: await findRole(db, role.id, self) } }
}

/** Retires a role that nobody has. */
export const retireRole: Handler<typeof roles.retire> = async ({ roleId, reason }, context) => {
  const { db, now } = context
  const { self, role, rights } = await lockRole(context, roleId)
  const { members, invites } = await findRole(db, role.id, self)
  if (members > 0 || invites > 0) {
    const having = [counted(members, 'active member'), counted(invites, 'pending invite')].flatMap((text) => text ?? [])
    throw conflict(`${having.join(' and ')} ${members + invites === 1 ? 'has' : 'have'} the role ${role.name}`)
  }
  await db.updateTable('role').set({ retired_at: now.toISOString() }).where('id', '=', role.id).execute()
  await context.audit({
    action: 'role.retire',
    recordType: 'role',
    recordId: role.id,
    before: { name: role.name, about: role.about, rights: describe(rights) },
    reason,
  })
  return { message: `The role ${role.name} was retired`, data: {} }
}

/** Locks all access and returns a role that the operator may change. */
async function lockRole(context: Parameters<typeof lockAccess>[0], id: string) {
  const self = await lockAccess(context, 'roles.write')
  const role = await context.db
    .selectFrom('role')
    .select(['id', 'name', 'about', 'version', 'is_built_in'])
    .where('id', '=', id)
    .where('retired_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!role) throw new HttpError(404, 'not_found', 'This role was not found')
  if (role.is_built_in) throw unprocessable(`${role.name} is a built-in role and cannot be changed. Copy it instead`)
  const rights = await readRights(context.db, role)
  requireNotBeyond(`The role ${role.name}`, rights, self)
  return { self, role, rights }
}

async function requireFreeName(db: Transaction, name: string): Promise<void> {
  const other = await db
    .selectFrom('role')
    .select('name')
    .where(({ fn, ref }) => fn('lower', [ref('name')]), '=', name.toLowerCase())
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (other) throw unprocessable(`There is a role named ${other.name} already`, { name: 'This name is taken' })
}

async function writeRights(db: Transaction, roleId: string, rights: Rights): Promise<void> {
  await db
    .insertInto('role_right')
    .values([...rights].map(([permission, { maxKobo }]) => ({ role_id: roleId, permission, max_kobo: maxKobo })))
    .execute()
}

function kindsOf(rights: Rights): WorkKind[] {
  return offeredKinds((permission) => rights.has(permission))
}

function isEqual(one: Rights, other: Rights): boolean {
  return (
    one.size === other.size &&
    [...one].every(([permission, { maxKobo }]) => {
      const held = other.get(permission)
      return held !== undefined && held.maxKobo === maxKobo
    })
  )
}

/** Describes rights as the audit shows them. */
function describe(rights: Rights): string[] {
  return [...rights].map(([permission, { maxKobo }]) =>
    maxKobo === null ? permissionLabel(permission) : `${permissionLabel(permission)} up to ${formatNaira(maxKobo)}`,
  )
}

function counted(count: number, what: string): string | null {
  return count === 0 ? null : `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}
