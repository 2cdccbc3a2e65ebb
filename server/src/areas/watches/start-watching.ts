import type { Mode } from '@kobo/contract/kit/mode'
import type { WatchedType } from '@kobo/contract/kit/record-kinds'
import type { Transaction } from '../../db/database.ts'

export interface WatchedRecord {
  mode: Mode
  recordType: WatchedType
  recordId: string
}

/** Makes people watch a record, except those who do or once did: who has stopped watching is not made to watch again. */
export async function startWatching(
  db: Transaction,
  { mode, recordType, recordId }: WatchedRecord,
  staffIds: readonly string[],
  at: Date,
): Promise<void> {
  if (staffIds.length === 0) return
  const record = { mode, record_type: recordType, record_id: recordId, since: at.toISOString() }
  // In one order, so that two notes at once do not wait for each other.
  const rows = [...new Set(staffIds)].toSorted().map((staffId) => ({ ...record, staff_id: staffId }))
  await db
    .insertInto('watch')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
