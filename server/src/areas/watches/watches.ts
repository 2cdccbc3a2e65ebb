import type { watches } from '@kobo/contract/watches'
import { sql } from 'kysely'
import { isActiveStaff } from '../../db/active-staff.ts'
import type { Database } from '../../db/database.ts'
import type { Handler } from '../../http/handler.ts'
import type { Staff } from '../../http/staff.ts'
import { requireReadable } from '../record-access.ts'
import type { WatchedRecord } from './start-watching.ts'

/** Returns whether the operator watches a record, and how many others do. */
export const watchOfRecord: Handler<typeof watches.read> = async ({ recordType, recordId }, context) => {
  const storedId = await requireReadable(context, recordType, recordId)
  return await readWatch(context, { mode: context.mode, recordType, recordId: storedId })
}

/** Returns whether a person watches a record, and how many other people do who may work now. */
export async function readWatch(
  { db, staff, now }: { db: Database; staff: Staff; now: Date },
  { mode, recordType, recordId }: WatchedRecord,
): Promise<{ isWatching: boolean; others: number }> {
  const { rows } = await sql<{ isWatching: boolean; others: number }>`
    select count(*) filter (where watch.staff_id = ${staff.id}) > 0 as "isWatching",
      (count(*) filter (where watch.staff_id <> ${staff.id}))::int as others
    from watch join staff on staff.id = watch.staff_id
    where watch.mode = ${mode} and record_type = ${recordType} and record_id = ${recordId} and ended_at is null
      and ${isActiveStaff(now)}`.execute(db)
  return rows[0] ?? { isWatching: false, others: 0 }
}
