import { type NotedType, notedTypes } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { retiredUntil } from '../audit-seals/retired-audit.ts'
import type { Check } from './check.ts'

/** Kinds whose records are in no table of that name, or without a mode. */
const storedOtherwise = new Set<string>(['child_account', 'role', 'transfer_route'] satisfies NotedType[])

const inTable = notedTypes
  .filter((type) => !storedOtherwise.has(type))
  .map(
    (table) => sql`select from ${sql.table(table)} as record
    where record_type = ${sql.lit(table)} and record.id = record_id::uuid and record.mode = note.mode`,
  )

/** Whether each note is on a record of its mode, and was audited. */
export const noteChecks: Check[] = [
  {
    faults: {
      'note-without-record': { harm: 'auditGaps', sentence: 'Notes on records that do not exist in their mode' },
    },
    rows: sql`
      select 'note-without-record' as kind, note.id from note
      where not exists (
        ${sql.join(inTable, sql` union all `)}
        union all
        select from account
        where record_type = 'child_account' and account.id = record_id::uuid and account.mode = note.mode and kind = 'CHILD'
        union all
        select from role where record_type = 'role' and role.id = record_id
        union all
        select where record_type = 'transfer_route' and record_id = note.mode)`,
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
