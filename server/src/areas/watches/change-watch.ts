import { recordKinds } from '@kobo/contract/kit/record-kinds'
import type { watches } from '@kobo/contract/watches'
import { sql } from 'kysely'
import type { Handler } from '../../http/handler.ts'
import { nameRecords, requireReadable } from '../record-access.ts'
import { readWatch } from './watches.ts'

/** Makes the operator watch a record, or stops it until they want to watch it again. */
export const changeWatch: Handler<typeof watches.change> = async ({ recordType, recordId, isWatching }, context) => {
  const { db, mode, staff, now } = context
  const storedId = await requireReadable(context, recordType, recordId)
  const at = now.toISOString()
  await db
    .insertInto('watch')
    .values({
      staff_id: staff.id,
      mode,
      record_type: recordType,
      record_id: storedId,
      since: at,
      ended_at: isWatching ? null : at,
    })
    .onConflict((conflict) =>
      conflict.columns(['staff_id', 'mode', 'record_type', 'record_id']).doUpdateSet(
        isWatching
          ? {
              since: sql`case when watch.ended_at is null then watch.since else excluded.since end`,
              ended_at: null,
            }
          : { ended_at: sql`coalesce(watch.ended_at, excluded.ended_at)` },
      ),
    )
    .execute()
  const { label } = recordKinds[recordType]
  const named = (await nameRecords(db, [{ record_type: recordType, record_id: storedId }])).get(
    `${recordType} ${storedId}`,
  )
  const merchantId = named?.merchantId ?? null
  await context.audit({
    action: isWatching ? 'watch.start' : 'watch.stop',
    // Not of the record, in whose history it is no change.
    recordType: 'watch',
    recordId: storedId,
    ...(merchantId !== null && { merchantId }),
    after: { record: [label, named?.name].filter(Boolean).join(': ') },
  })
  const words = `this ${label.toLowerCase()}`
  return {
    message: isWatching ? `You watch ${words}` : `You no longer watch ${words}`,
    data: await readWatch(context, { mode, recordType, recordId: storedId }),
  }
}
