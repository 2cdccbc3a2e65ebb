import { notedTypes } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { collectNotifications } from '@kobo/server/areas/notifications/collect-notifications'
import type { Transaction } from '@kobo/server/db/database'
import { idTime, withIdsFrom } from '@kobo/server/uuid'
import { hourMs } from './calendar.ts'
import { demoEmail } from './colleagues.ts'
import { seeded } from './random.ts'

/** Since when the operator of the demo's sign-in watches records, and how long ago they last looked at the bell. */
const watchedHours = 48
const lookedHours = 6

/** Lets the operator of the demo's sign-in watch what colleagues noted something on, and tells everybody what has happened since. */
export async function addNotifications(db: Transaction, { now, seed }: { now: Date; seed: string }): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString()
  await sql`
    insert into watch (staff_id, mode, record_type, record_id, since)
    select distinct on (audit.mode, record_type, record_id) staff.id, audit.mode, record_type, record_id,
      ${ago(watchedHours)}::timestamptz
    from audit, staff
    where audit.at > ${ago(watchedHours)} and staff.email = ${demoEmail} and audit.staff_id <> staff.id
      and audit.mode is not null and record_type = any(${notedTypes}::text[]) and audit.after ? 'noteId'
    on conflict do nothing`.execute(db)
  await sql`update notification_cursor set reached = ${ago(watchedHours)}`.execute(db)
  let at = now
  const { find, process } = collectNotifications({ db, clock: () => at })
  await withIdsFrom(seeded(`${seed} notifications`).id, async () => {
    for (let items = await find('', ''); items.length > 0; items = await find(items.at(-1) ?? '', '')) {
      for (const item of items) {
        // As if it had been made when it happened, so that the newest stands first.
        at = new Date(idTime(item.split(' ')[1] ?? ''))
        await process(item, '')
      }
      at = now
    }
  })
  // Nobody is emailed when the demo starts.
  await sql`
    update notification set emailed_at = at, read_at = case when at < ${ago(lookedHours)} then ${ago(lookedHours)}::timestamptz end`.execute(
    db,
  )
}
