import type { RecordType } from '@kobo/contract/kit/record-kinds'
import { type RawBuilder, sql } from 'kysely'
import type { AuditedWrite } from '../../db/audit.ts'
import type { Transaction } from '../../db/database.ts'
import { renewLeases } from './claims.ts'
import { workSources } from './sources.ts'
import { updateItems } from './update-items.ts'
import { withSavepoint } from './with-savepoint.ts'
import type { WorkSource } from './work-source.ts'

/**
 * Returns what brings work items up to date with the records that a write audited, in its transaction, and renews the leases of
 * its author on them. It runs no statement for records that are no source of work. A failure undoes its own changes only, since
 * the collector makes them within seconds; `onError` receives it.
 */
export function workItemUpdates(onError: (error: unknown) => void) {
  return async (db: Transaction, write: AuditedWrite): Promise<void> => {
    const touched = touchedSources(write)
    if (touched.length === 0) return
    const error = await withSavepoint(db, () => updateTouched(db, write, touched))
    if (error !== undefined) onError(error)
  }
}

interface Touched {
  source: WorkSource
  subjects: RawBuilder<unknown>
}

function touchedSources({ entries }: AuditedWrite): Touched[] {
  const ids = new Map<string, string[]>()
  for (const { recordType, recordId } of entries) ids.set(recordType, [...(ids.get(recordType) ?? []), recordId])
  return workSources.flatMap((source) => {
    const subjects = touchedSubjects(source, ids)
    return subjects === null ? [] : [{ source, subjects }]
  })
}

async function updateTouched(
  db: Transaction,
  { staffId, at, entries }: AuditedWrite,
  touched: readonly Touched[],
): Promise<void> {
  const action = entries[0]?.action ?? ''
  for (const { source, subjects } of touched) {
    await updateItems(db, source, { now: at, subjects, closedBy: { staffId, action } })
  }
  await renewLeases(
    db,
    { staffId, now: at },
    touched.map(({ source, subjects }) => ({ kind: source.kind, subjects })),
  )
}

function touchedSubjects(source: WorkSource, ids: ReadonlyMap<string, string[]>): RawBuilder<unknown> | null {
  const types = Object.keys(source.touched) as RecordType[]
  const queries = types.flatMap((type) => {
    const [found, query] = [ids.get(type), source.touched[type]]
    return found && query ? [query(sql.val(found))] : []
  })
  return queries.length === 0 ? null : sql.join(queries, sql` union `)
}
