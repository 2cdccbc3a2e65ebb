import { modeOfRow } from '@kobo/contract/kit/mode'
import { isRecordType } from '@kobo/contract/kit/record-kinds'
import { sql } from 'kysely'
import { isActiveStaff } from '../../db/active-staff.ts'
import type { Database } from '../../db/database.ts'
import { HttpError } from '../../http/http-error.ts'
import { findActiveStaff } from '../../http/staff.ts'
import { type ItemJob, sameItems } from '../../jobs/item-jobs.ts'
import { uuidv7 } from '../../uuid.ts'
import { requireReadable } from '../record-access.ts'
import { type Addressed, eventSources, type Span } from './events.ts'
import { isAboutNotes, rolesThatRead } from './readers.ts'

const everyMs = 10_000
/** A transaction that commits later than this after its event notifies nobody. */
const lookBackMs = 3_600_000
/** Number of notifications per query. */
const atOnce = 500

interface Deps {
  db: Database
  clock: () => Date
}

/**
 * Makes notifications of what has happened since its last run. Each is an item of its own, `source event person`, so that one
 * that fails delays no other. How long a run takes depends on what people watch and on the last hour of the audit.
 */
export function collectNotifications({ db, clock }: Deps): ItemJob {
  let startedAt = clock()
  let since = startedAt
  return {
    name: 'collect-notifications',
    due: { everyMs },
    async find(after) {
      if (after === '') {
        startedAt = clock()
        // A cursor in the future was moved by a server whose clock was ahead.
        const reached = Math.min((await reachedAt(db)).getTime(), startedAt.getTime())
        since = new Date(reached - lookBackMs)
      }
      const items = await findItems(db, { since }, after, startedAt)
      // What failed is stored as failed and retried on its own.
      if (items.length === 0) await moveCursor(db, startedAt)
      return items
    },
    process: async (item) => await notify(db, item, clock()),
  }
}

async function reachedAt(db: Database): Promise<Date> {
  const { reached } = await db.selectFrom('notification_cursor').select('reached').executeTakeFirstOrThrow()
  return new Date(reached)
}

/** Moves the cursor, but never beyond the database's time: the clock of this server may be ahead. */
async function moveCursor(db: Database, to: Date): Promise<void> {
  const reached = sql<string>`least(${to.toISOString()}::timestamptz, now())`
  await db.updateTable('notification_cursor').set({ reached }).execute()
}

/** Returns the first items after one; none if no source has more. */
async function findItems(db: Database, span: Span, after: string, now: Date): Promise<string[]> {
  const [afterName = '', afterEvent = '', afterStaff = ''] = after.split(' ')
  for (const { name } of eventSources) {
    if (name < afterName) continue
    const beyond = name === afterName ? { eventId: afterEvent, staffId: afterStaff } : undefined
    const found = await findAddressed(db, name, span, now, { beyond })
    if (found.length > 0) return found.map(({ event_id, staff_id }) => `${name} ${event_id} ${staff_id}`)
  }
  return []
}

interface Wanted {
  /** Event and person after which to begin. */
  beyond?: { eventId: string; staffId: string } | undefined
  /** The only person. */
  staffId?: string
}

/** Returns who must be notified of what but has not been: people who may work now and whose role may read about the record. */
async function findAddressed(
  db: Database,
  sourceName: string,
  span: Span,
  now: Date,
  { beyond, staffId }: Wanted,
): Promise<Addressed[]> {
  const source = eventSources.find(({ name }) => name === sourceName)
  if (!source) return []
  const conditions = [
    isActiveStaff(now),
    sql`event.actor_id is distinct from event.staff_id`,
    sql`(reader.reads_notes or not ${isAboutNotes(sql`event.kind`)})`,
    sql`not exists (
      select from notification_choice choice
      where choice.staff_id = event.staff_id and choice.kind = event.kind and choice.choice = 'OFF')`,
    sql`not exists (
      select from notification earlier
      where earlier.staff_id = event.staff_id and earlier.kind = event.kind and earlier.source_id = event.source_id)`,
  ]
  if (beyond) conditions.push(sql`(event.event_id, event.staff_id) > (${beyond.eventId}, ${beyond.staffId}::uuid)`)
  if (staffId !== undefined) conditions.push(sql`event.staff_id = ${staffId}`)
  const { rows } = await sql<Addressed>`
    select event.event_id, event.staff_id, event.kind, event.mode, event.record_type, event.record_id, event.source_id,
      event.at, event.facts
    from (${await source.events(db, span, now)}) as event
    join staff on staff.id = event.staff_id
    join ${await rolesThatRead(db)} as reader on reader.role = staff.role and reader.record_type = event.record_type
    where ${sql.join(conditions, sql` and `)}
    order by event.event_id, event.staff_id
    limit ${atOnce}`.execute(db)
  return rows
}

/** Stores the notification of an item, unless the person has it, or may not read the record any longer. */
async function notify(db: Database, item: string, now: Date): Promise<void> {
  const [name = '', eventId = '', staffId = ''] = item.split(' ')
  const [addressed] = await findAddressed(db, name, { eventId }, now, { staffId })
  if (!addressed || !(await isReadable(db, addressed, now))) return
  const { event_id: _eventId, facts, ...row } = addressed
  await db
    .insertInto('notification')
    .values({ id: uuidv7(now.getTime()), ...row, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.columns(['staff_id', 'kind', 'source_id']).doNothing())
    .execute()
}

/** Whether the person may read the record itself, in its mode. Several work items together are no record. */
async function isReadable(db: Database, addressed: Addressed, now: Date): Promise<boolean> {
  const { staff_id: staffId, record_type: type, record_id: id } = addressed
  const staff = await findActiveStaff(db, staffId, now)
  if (!staff || !isRecordType(type)) return false
  if (addressed.kind === 'ASSIGNED') return true
  try {
    await requireReadable({ db, mode: modeOfRow(addressed), staff }, type, id)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

const withdrawEveryMs = 60_000

/** Deletes unread notifications of people whose role may not read about the record any longer. */
export function withdrawNotifications({ db }: Pick<Deps, 'db'>): ItemJob {
  return {
    name: 'withdraw-notifications',
    due: { everyMs: withdrawEveryMs },
    find: sameItems(['unread']),
    async process() {
      const readers = await rolesThatRead(db)
      for (let deleted = atOnce; deleted === atOnce; ) {
        const { numAffectedRows = 0n } = await sql`
          delete from notification
          where id in (
            select notification.id
            from notification
            join staff on staff.id = notification.staff_id
            left join ${readers} as reader
              on reader.role = staff.role and reader.record_type = notification.record_type
              and (reader.reads_notes or not ${isAboutNotes(sql`notification.kind`)})
            where notification.read_at is null and reader.role is null
            limit ${atOnce})`.execute(db)
        deleted = Number(numAffectedRows)
      }
    },
  }
}
