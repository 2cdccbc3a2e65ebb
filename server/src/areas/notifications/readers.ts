import { kindsOfNotes } from '@kobo/contract/kit/notification-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { mayDo, rightsOfRoles } from '../../http/rights.ts'
import type { Staff } from '../../http/staff.ts'
import { readableTypes } from '../record-access.ts'

/**
 * Returns a relation of the roles and the types of records that they may read, for statements over many people:
 * (role, record_type, reads_notes).
 */
export async function rolesThatRead(db: Database): Promise<RawBuilder<unknown>> {
  const rows = [...(await rightsOfRoles(db))].flatMap(([role, rights]) => {
    const readsNotes = mayDo({ rights }, 'notes.read')
    return readableTypes({ rights }).map((type) => ({ role, type, readsNotes }))
  })
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
