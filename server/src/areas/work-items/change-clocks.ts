import { isDeepStrictEqual } from 'node:util'
import { weekdays } from '@kobo/contract/kit/business-time'
import { workKinds } from '@kobo/contract/kit/work-kinds'
import type { workItems } from '@kobo/contract/work-items'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { readWorkHours } from '../../engine/work-items/due-time.ts'
import { staffName } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict, type HttpError, unprocessable } from '../../http/http-error.ts'

/** Changes the clock of a kind in this mode; a job computes the due times of its open items again. */
export const changeWorkClock: Handler<typeof workItems.changeClock> = async ({ kind, ...input }, context) => {
  const { db, jobs, mode } = context
  const clock = await db
    .selectFrom('work_clock')
    .select(['minutes', 'counts', 'warn_at', 'lease_minutes'])
    .where('kind', '=', kind)
    .where('mode', '=', mode)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { label } = workKinds[kind]
  if ((clock.minutes === null) !== (input.minutes === null)) {
    throw unprocessable(clock.minutes === null ? `${label} has its own due time` : 'Time is required', {
      minutes: clock.minutes === null ? 'The record has its own due time' : 'Time is required',
    })
  }
  const after = {
    minutes: input.minutes,
    counts: input.counts,
    warn_at: input.warnAt,
    lease_minutes: input.leaseMinutes,
  }
  await db.updateTable('work_clock').set(after).where('kind', '=', kind).where('mode', '=', mode).execute()
  await jobs.enqueue(db, 'work-due-times', { kind, after: '' })
  await context.audit({ action: 'work.clock', recordType: 'work_clock', recordId: kind, before: { ...clock }, after })
  return { message: `The clock of ${label} was changed`, data: {} }
}

/**
 * Replaces working hours and holidays, which both modes share; a job computes the due times of open items again. Rejected if
 * somebody changed them meanwhile.
 */
export const changeWorkHours: Handler<typeof workItems.changeHours> = async (input, context) => {
  const { hours, holidays, expected } = input
  const { db, jobs } = context
  await sql`lock table work_hours, holiday in share row exclusive mode`.execute(db)
  const current = await readWorkHours(db)
  if (expected && !isDeepStrictEqual(expected, current)) throw await hoursConflict(db)
  const before = asTexts(current)
  await db.deleteFrom('work_hours').execute()
  await db
    .insertInto('work_hours')
    .values(hours.map(({ weekday, from, until }) => ({ weekday, starts_at: from, ends_at: until })))
    .execute()
  await db.deleteFrom('holiday').execute()
  if (holidays.length > 0) await db.insertInto('holiday').values(holidays).execute()
  await jobs.enqueue(db, 'work-due-times', { kind: null, after: '' })
  const after = asTexts(await readWorkHours(db))
  await context.audit({ action: 'work.hours', recordType: 'work_hours', recordId: 'all', before, after })
  return { message: 'Working hours and holidays were changed', data: {} }
}

/** Names who changed the hours last. */
async function hoursConflict(db: Transaction): Promise<HttpError> {
  const author = await db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['first_name', 'last_name'])
    .where('record_type', '=', 'work_hours')
    .where('record_id', '=', 'all')
    .where('action', '=', 'work.hours')
    .orderBy('audit.id', 'desc')
    .executeTakeFirst()
  const name = author ? staffName(author) : 'Somebody'
  return conflict(`${name} has changed the working hours meanwhile. Close this form to see them`)
}

/** Returns hours and holidays as a person reads them, for the audit. */
function asTexts({ hours, holidays }: Awaited<ReturnType<typeof readWorkHours>>) {
  return {
    hours: hours.map(({ weekday, from, until }) => `${weekdays[weekday - 1]} ${from}-${until}`),
    holidays: holidays.map(({ day, name }) => `${day} ${name}`),
  }
}
