import { naira, toKobo } from '@kobo/contract/kit/naira'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { type GrantedPermission, type Permission, permissions } from '@kobo/contract/kit/permission'
import type { Right } from '@kobo/contract/kit/role'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Permissions that a role grants, each with the largest amount that one action may move. Null is no limit. */
export type Rights = ReadonlyMap<GrantedPermission, { maxKobo: bigint | null }>

/** A role as it was at a version; a change creates the next version. */
export interface RoleVersion {
  id: string
  version: number
}

const builtIn = new Map(builtInRoles.map(({ id, rights }) => [id, rightsOf(rights)]))

/** Rights of other roles by id and version, which never change. */
const known = new Map<string, Rights>()
const maxKnown = 1_000

/** Returns the rights of a role. Runs one statement after a change of the role, and none otherwise. */
export async function readRights(db: Kysely<Tables>, { id, version }: RoleVersion): Promise<Rights> {
  const found = builtIn.get(id) ?? known.get(keyOf({ id, version }))
  if (found) return found
  // The version may have changed since it was read: both are read in one statement.
  const rows = await db
    .selectFrom('role')
    .leftJoin('role_right', 'role_right.role_id', 'role.id')
    .select(['role.version', 'permission', 'max_kobo'])
    .where('role.id', '=', id)
    .execute()
  const rights: Rights = new Map(
    rows.flatMap(({ permission, max_kobo }) =>
      isGranted(permission) ? [[permission, { maxKobo: max_kobo }] as const] : [],
    ),
  )
  // A transaction may see a version that is never committed, and whose number another change takes.
  if (db.isTransaction) return rights
  if (known.size >= maxKnown) known.clear()
  known.set(keyOf({ id, version: rows[0]?.version ?? version }), rights)
  return rights
}

/** Returns the rights of every role, by its id. */
export async function rightsOfRoles(db: Kysely<Tables>): Promise<ReadonlyMap<string, Rights>> {
  const roles = await db.selectFrom('role').select(['id', 'version']).execute()
  const rights = new Map<string, Rights>()
  for (const role of roles) rights.set(role.id, await readRights(db, role))
  return rights
}

function keyOf({ id, version }: RoleVersion): string {
  return `${id} ${version}`
}

/** Whether a text is a permission that this release knows. */
function isGranted(permission: string | null): permission is GrantedPermission {
  return permission !== 'public' && permission !== 'own' && permissions.some((each) => each === permission)
}

/** Converts rights from a request or a built-in role. */
export function rightsOf(rights: readonly Right[]): Rights {
  return new Map(
    rights.map(({ permission, maxAmount }) => [permission, { maxKobo: maxAmount == null ? null : toKobo(maxAmount) }]),
  )
}

/** Returns rights as a reply. */
export function toRights(rights: Rights): Right[] {
  return [...rights].map(([permission, { maxKobo }]) => ({
    permission,
    maxAmount: maxKobo === null ? null : naira(maxKobo),
  }))
}

/** Whether an operator may make a call that requires this permission. */
export function mayDo({ rights }: { rights: Rights }, permission: Permission): boolean {
  return permission === 'own' || (permission !== 'public' && rights.has(permission))
}
