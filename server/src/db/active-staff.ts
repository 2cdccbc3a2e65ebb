import { type RawBuilder, sql } from 'kysely'

/** Condition for rows of `staff` who may sign in and work: not deactivated, and as a guest not expired. */
export function isActiveStaff(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    staff.status = 'ACTIVE' and (staff.access_until is null or staff.access_until > ${now.toISOString()}))`
}
