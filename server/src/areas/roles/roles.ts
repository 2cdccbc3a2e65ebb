import type { Data } from '@kobo/contract/kit/call'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import type { Role, roles } from '@kobo/contract/roles'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { HttpError } from '../../http/http-error.ts'
import { readRights, type Rights, toRights } from '../../http/rights.ts'
import { findExcess } from '../team/limits.ts'

/** Lists the roles in use: built-in ones first, others by name. */
export const listRoles: Handler<typeof roles.list> = async (_input, { db, staff }) => {
  const rows = await selectRoles(db).execute()
  return { roles: await Promise.all(rows.map((row) => toRole(db, row, staff))) }
}

/** Returns a role with its active members. */
export const roleInfo: Handler<typeof roles.info> = async ({ roleId }, { db, staff }) => {
  const role = await findRole(db, roleId, staff)
  const members: Data<typeof roles.info>['members'] = await db
    .selectFrom('staff')
    .select(['id', 'first_name as firstName', 'last_name as lastName', 'email'])
    .where('role', '=', role.id)
    .where('status', '=', 'ACTIVE')
    .orderBy('first_name')
    .orderBy('id')
    .limit(100)
    .execute()
  return { role, members }
}

/** Returns a role in use as a reply; throws a 404 if there is none. */
export async function findRole(db: Kysely<Tables>, id: string, staff: { rights: Rights }): Promise<Role> {
  const row = await selectRoles(db).where('role.id', '=', id).executeTakeFirst()
  if (!row) throw new HttpError(404, 'not_found', 'This role was not found')
  return await toRole(db, row, staff)
}

function selectRoles(db: Kysely<Tables>) {
  return db
    .selectFrom('role')
    .leftJoin('staff as creator', 'creator.id', 'role.created_by')
    .select(['role.id', 'role.name', 'role.about', 'is_built_in', 'role.version', 'role.created_at'])
    .select(['creator.first_name', 'creator.last_name'])
    .select(
      sql<number>`(select count(*) from staff where staff.role = role.id and staff.status = 'ACTIVE')::int`.as(
        'members',
      ),
    )
    .select(
      sql<number>`(select count(*) from invite where invite.role = role.id and consumated_at is null)::int`.as(
        'invites',
      ),
    )
    .where('role.retired_at', 'is', null)
    .orderBy('is_built_in', 'desc')
    .orderBy(sql`case when is_built_in then array_position(${builtInRoles.map(({ id }) => id)}::text[], role.id) end`)
    .orderBy(sql`lower(role.name)`)
}

type RoleRow = Awaited<ReturnType<ReturnType<typeof selectRoles>['execute']>>[number]

async function toRole(db: Kysely<Tables>, row: RoleRow, staff: { rights: Rights }): Promise<Role> {
  const rights = await readRights(db, row)
  return {
    id: row.id,
    name: row.name,
    about: row.about,
    isBuiltIn: row.is_built_in,
    version: row.version,
    createdAt: row.is_built_in ? null : row.created_at,
    createdBy: row.first_name === null ? null : staffName(row),
    members: row.members,
    invites: row.invites,
    mayAssign: findExcess(rights, staff.rights) === undefined,
    rights: toRights(rights),
  }
}
