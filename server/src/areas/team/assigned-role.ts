import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { badRequest } from '../../http/http-error.ts'
import { readRights, type Rights } from '../../http/rights.ts'

export interface AssignedRole {
  id: string
  name: string
  rights: Rights
}

/** Returns a role that is in use, by its id. Throws a 400 if it does not exist or was retired. */
export async function findAssignedRole(db: Kysely<Tables>, id: string): Promise<AssignedRole> {
  const row = await db
    .selectFrom('role')
    .select(['id', 'name', 'version'])
    .where('id', 'in', [id, id.toUpperCase()])
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw badRequest('This role does not exist', { role: 'This role does not exist' })
  return { id: row.id, name: row.name, rights: await readRights(db, row) }
}

/** Returns when a guest's access ends. Throws a 400 if that is past, or if the role is one whose access never ends. */
export function readAccessEnd(until: string | null, role: { id: string }, now: Date): string | null {
  if (until === null) return null
  const refusal =
    role.id === 'ADMIN'
      ? 'The access of an administrator does not end by itself'
      : Date.parse(until) <= now.getTime()
        ? 'The end of the access must be in the future'
        : undefined
  if (refusal !== undefined) throw badRequest(refusal, { accessUntil: refusal })
  return new Date(until).toISOString()
}
