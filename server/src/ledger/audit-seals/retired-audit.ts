import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { utcText } from './audit-row.ts'

/** Seals whose rows were written to a file and removed. Times are in UTC with microseconds. */
export interface RetiredAudit {
  firstSeal: number
  lastSeal: number
  records: number
  /** Time of the newest record. */
  until: string
  at: string
  /** In hex. */
  fileSha256: string
}

/** Time for which all rows are kept at least. */
export const leastYears = 7

/** Number of the newest seal whose rows are retired, 0 if none is. */
export const retiredThrough = sql<number>`(select coalesce(max(last_seal), 0) from audit_retired)`

/** Time up to which rows are retired: what happened by then no longer needs a row. */
export const retiredUntil = sql<string>`(select coalesce(max(until), '-infinity') from audit_retired)`

/** Returns what is retired, oldest first. */
export async function listRetired(db: Database): Promise<RetiredAudit[]> {
  const { rows } = await sql<RetiredAudit>`
    select first_seal as "firstSeal", last_seal as "lastSeal", n::float8 as records, ${utcText('until')} as until,
      ${utcText('at')} as at, encode(file_sha256, 'hex') as "fileSha256"
    from audit_retired order by first_seal`.execute(db)
  return rows
}
