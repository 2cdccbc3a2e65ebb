import { type NotedType, notedTypes, watchedTypes } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Kinds whose records are in no table of that name, or without a mode. */
const storedOtherwise = new Set<string>(['child_account', 'role', 'transfer_route'] satisfies NotedType[])

/** Finds the record of these kinds to which a row of a table refers, in the mode of that row. */
function recordOf(table: 'note' | 'watch', types: readonly NotedType[]): RawBuilder<unknown> {
  const row = sql.table(table)
  const inTable = types
    .filter((type) => !storedOtherwise.has(type))
    .map(
      (type) => sql`select from ${sql.table(type)} as record
      where ${row}.record_type = ${sql.lit(type)} and record.id = ${row}.record_id::uuid and record.mode = ${row}.mode`,
    )
  return sql`
    ${sql.join(inTable, sql` union all `)}
    union all
    select from account
    where ${row}.record_type = 'child_account' and account.id = ${row}.record_id::uuid and account.mode = ${row}.mode
      and kind = 'CHILD'
    union all
    select from role where ${row}.record_type = 'role' and role.id = ${row}.record_id
    union all
    select where ${row}.record_type = 'transfer_route' and ${row}.record_id = ${row}.mode`
}

/** Whether each note and each watch is on a record of its mode, and each note was audited. */
export const noteChecks: Check[] = [
  {
    faults: {
      'note-without-record': { harm: 'auditGaps', sentence: 'Notes on records that do not exist in their mode' },
    },
    rows: sql`
      select 'note-without-record' as kind, note.id from note
      where not exists (${recordOf('note', notedTypes)})`,
  },
  {
    faults: {
      'watch-without-record': { harm: 'auditGaps', sentence: 'Watched records that do not exist in their mode' },
    },
    rows: sql`
      select 'watch-without-record' as kind, watch.record_id as id from watch
      where not exists (${recordOf('watch', watchedTypes)})`,
  },
  {
    faults: {
      'note-without-audit': {
        harm: 'auditGaps',
        sentence: 'Notes that were written or struck through without an audit record',
      },
    },
    rows: sql`
      select 'note-without-audit' as kind, note.id
      from note, lateral (values
        ('note.write', note.at, note.staff_id),
        ('note.strike', note.struck_at, note.struck_by)) as step (action, at, staff_id)
      where step.at > ${retiredUntil} and not exists (
        select from audit
        where audit.record_type = note.record_type and audit.record_id = note.record_id
          and audit.at = step.at and audit.action = step.action and audit.staff_id = step.staff_id)`,
  },
]
