import type { User } from '@kobo/contract/session'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { readRights, type Rights, toRights } from './rights.ts'

/** Operator who makes a request. */
export interface Staff {
  id: string
  firstName: string
  lastName: string
  email: string
  role: { id: string; name: string; version: number }
  rights: Rights
  /** When a guest's access ends. */
  accessUntil: string | null
}

/** Whether a person may sign in and work: not deactivated, and as a guest not expired. */
export function isActive(
  { status, access_until }: { status: string; access_until: string | null },
  now: Date,
): boolean {
  return status === 'ACTIVE' && (access_until === null || Date.parse(access_until) > now.getTime())
}

/** Columns of `staff` joined with `role` from which `toStaff` builds an operator. */
export const staffColumns = [
  'staff.id as staff_id',
  'staff.first_name',
  'staff.last_name',
  'staff.email',
  'staff.status',
  'staff.access_until',
  'role.id as role_id',
  'role.name as role_name',
  'role.version as role_version',
] as const

interface StaffRow {
  staff_id: string
  first_name: string
  last_name: string
  email: string
  access_until: string | null
  role_id: string
  role_name: string
  role_version: number
}

/** Builds an operator with the rights of their role. */
export async function toStaff(db: Kysely<Tables>, row: StaffRow): Promise<Staff> {
  const role = { id: row.role_id, name: row.role_name, version: row.role_version }
  return {
    id: row.staff_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    role,
    rights: await readRights(db, role),
    accessUntil: row.access_until,
  }
}

/** Returns a person who may work now, with their current rights; undefined if they may not. */
export async function findActiveStaff(db: Kysely<Tables>, id: string, now: Date): Promise<Staff | undefined> {
  const row = await db
    .selectFrom('staff')
    .innerJoin('role', 'role.id', 'staff.role')
    .select(staffColumns)
    .where('staff.id', '=', id)
    .executeTakeFirst()
  return row && isActive(row, now) ? await toStaff(db, row) : undefined
}

/** Returns an operator as the console shows them, with their rights. */
export function toUser({ id, firstName, lastName, email, role, rights, accessUntil }: Staff): User {
  return {
    id,
    firstName,
    lastName,
    email,
    role: role.id,
    roleName: role.name,
    rights: toRights(rights),
    accessUntil,
  }
}
