import { addBusinessMinutes, type WorkCalendar } from '@kobo/contract/kit/business-time'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'

/** Time that a kind may take in a mode. */
export interface Clock {
  /** Null if its records have their own due time. */
  minutes: number | null
  counts: string
  warn_at: number
}

/** Instants at which an item becomes urgent and is due. */
export interface DueTimes {
  warnsAt: Date
  dueAt: Date
}

/** Reads the working hours and the holidays, in order. */
export async function readWorkHours(db: Database) {
  const hours = await db
    .selectFrom('work_hours')
    .select(['weekday', sql<string>`to_char(starts_at, 'HH24:MI')`.as('from')])
    .select(sql<string>`to_char(ends_at, 'HH24:MI')`.as('until'))
    .orderBy('weekday')
    .orderBy('starts_at')
    .execute()
  const holidays = await db.selectFrom('holiday').select(['day', 'name']).orderBy('day').execute()
  return { hours, holidays }
}

/** Returns when business time passes. */
export async function readCalendar(db: Database): Promise<WorkCalendar> {
  const { hours, holidays } = await readWorkHours(db)
  return { spans: hours, holidays: new Set(holidays.map(({ day }) => day)) }
}

/** Reads the clocks of a kind by mode. */
export async function readClocks(db: Database, kind: string): Promise<ReadonlyMap<string, Clock>> {
  const rows = await db
    .selectFrom('work_clock')
    .select(['mode', 'minutes', 'counts', 'warn_at'])
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ mode, ...clock }) => [mode, clock]))
}

/** Computes when an item that was opened at an instant is due; `ownDueAt` is the due time of its record, if it has one. */
export function dueTimes(openedAt: Date, ownDueAt: Date | null, clock: Clock, calendar: WorkCalendar): DueTimes {
  if (ownDueAt !== null || clock.minutes === null) {
    const dueAt = ownDueAt ?? openedAt
    const partMs = ((dueAt.getTime() - openedAt.getTime()) * clock.warn_at) / 100
    return { warnsAt: new Date(openedAt.getTime() + Math.round(partMs)), dueAt }
  }
  const { minutes } = clock
  const after = (part: number) =>
    clock.counts === 'BUSINESS'
      ? addBusinessMinutes(openedAt, minutes * part, calendar)
      : new Date(openedAt.getTime() + minutes * part * 60_000)
  return { warnsAt: after(clock.warn_at / 100), dueAt: after(1) }
}
