import { kindsOfNotes } from '@kobo/contract/kit/notification-kinds'
import { recordKinds, recordTypes } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { mayDo, readRights } from '../../http/rights.ts'
import type { Staff } from '../../http/staff.ts'
import { readableTypes } from '../record-access.ts'

/**
 * Returns a relation of the roles and the types of records that they may read, for statements over many people:
 * (role, record_type, reads_notes).
 */
export async function rolesThatRead(db: Database): Promise<RawBuilder<unknown>> {
  const roles = await db.selectFrom('role').select(['id', 'version']).execute()
  const rows: { role: string; type: string; readsNotes: boolean }[] = []
  for (const role of roles) {
    const rights = await readRights(db, role)
    const readsNotes = mayDo({ rights }, 'notes.read')
    for (const type of recordTypes) {
      if (mayDo({ rights }, recordKinds[type].permission)) rows.push({ role: role.id, type, readsNotes })
    }
  }
  return sql`(
    select * from unnest(
      ${rows.map(({ role }) => role)}::text[],
      ${rows.map(({ type }) => type)}::text[],
      ${rows.map(({ readsNotes }) => readsNotes)}::boolean[]
    ) as reader (role, record_type, reads_notes))`
}

/** Condition for rows of `relation` with a kind and a record of which an operator may know. */
export function isReadableBy(staff: Staff, relation: string): RawBuilder<boolean> {
  const [kind, type] = [sql.ref(`${relation}.kind`), sql.ref(`${relation}.record_type`)]
  const ofNotes = mayDo(staff, 'notes.read') ? sql`` : sql`and not ${isAboutNotes(kind)}`
  return sql<boolean>`(${type} = any(${readableTypes(staff)}::text[]) ${ofNotes})`
}

/** Condition for kinds about notes. */
export function isAboutNotes(kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${kind} = any(${kindsOfNotes}::text[]))`
}
