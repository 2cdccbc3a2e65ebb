import { dayStart, lagosDay, lagosTime } from '@kobo/contract/kit/day'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import { notificationKindNames, notificationKinds } from '@kobo/contract/kit/notification-kinds'
import { subjectIn } from '@kobo/contract/kit/mail-about-test'
import type { Notification } from '@kobo/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import { isActiveStaff } from '../../db/active-staff.ts'
import { transact } from '../../db/transact.ts'
import type { AppDeps } from '../../http/handler.ts'
import { findActiveStaff } from '../../http/staff.ts'
import { type ItemJob, nextIds } from '../../jobs/item-jobs.ts'
import { operatorMail, queueMail } from '../../jobs/mail-queue.ts'
import { namesOfFacts, withTitles } from './notifications.ts'
import { isReadableBy } from './readers.ts'

const everyMs = 15_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Time of day, in Lagos, of the daily emails. */
const dailyAtMs = 7 * hourMs
/** After an interruption, older notifications stay in the bell alone. */
const newestMs = 2 * dayMs
/** Number of notifications that an email lists, and that it covers. */
const listed = 50
const covered = 1_000

type Deps = Pick<AppDeps, 'db' | 'jobs' | 'seal' | 'clock'> & { settings: Pick<AppDeps['settings'], 'publicUrl'> }

/** Emails unread notifications as each person has chosen: one email covers everything that is due. */
export function mailNotifications(deps: Deps): ItemJob {
  const { db, clock } = deps
  return {
    name: 'mail-notifications',
    due: { everyMs },
    find: async (after) => {
      const now = clock()
      const due = sql<boolean>`exists (
        select from (${waiting(now)}) as waiting where waiting.staff_id = staff.id and ${isDue(now)})`
      const people = db.selectFrom('staff').select('id').where(isActiveStaff(now)).where(due)
      return await nextIds(people, after)
    },
    process: async (staffId) => await mailPerson(deps, staffId),
  }
}

/** How often a choice is emailed: what is sent daily includes what is sent more often. */
const rank = sql`case choice when 'AT_ONCE' then 1 when 'HOURLY' then 2 else 3 end`

/** Query for unread notifications that are emailed and have not been, with the choice of their kind. */
function waiting(now: Date): RawBuilder<unknown> {
  const usual = notificationKindNames.map((kind) => notificationKinds[kind].choice)
  return sql`
    select notification.id, notification.staff_id, notification.at, chosen.choice
    from notification
    left join notification_choice own on own.staff_id = notification.staff_id and own.kind = notification.kind
    join unnest(${notificationKindNames}::text[], ${usual}::text[]) as usual (kind, choice)
      on usual.kind = notification.kind
    cross join lateral (select coalesce(own.choice, usual.choice) as choice) as chosen
    where notification.read_at is null and notification.emailed_at is null
      and notification.at > ${new Date(now.getTime() - newestMs).toISOString()}
      and chosen.choice in ('AT_ONCE', 'HOURLY', 'DAILY') and (own.chosen_at is null or notification.at >= own.chosen_at)`
}

/** Condition for waiting notifications whose time has come. */
function isDue(now: Date): RawBuilder<boolean> {
  const hourAgo = new Date(now.getTime() - hourMs).toISOString()
  return sql<boolean>`(
    choice = 'AT_ONCE' or (choice = 'HOURLY' and at <= ${hourAgo})
    or (choice = 'DAILY' and at < ${newestDailyTime(now).toISOString()}))`
}

/** Returns when daily emails were last due. */
function newestDailyTime(now: Date): Date {
  const today = dayStart(lagosDay(now)).getTime() + dailyAtMs
  return new Date(today <= now.getTime() ? today : today - dayMs)
}

/** Queues one email with what is due for a person. What they may not read any longer is left out. */
async function mailPerson({ db, jobs, seal, clock, settings }: Deps, staffId: string): Promise<void> {
  const now = clock()
  await transact(db, async (t) => {
    const staff = await findActiveStaff(t, staffId, now)
    if (!staff) return
    const { rows: due } = await sql<{ id: string }>`
      with waiting as materialized (select * from (${waiting(now)}) as waiting where staff_id = ${staffId})
      select id from waiting where ${rank} <= (select max(${rank}) from waiting where ${isDue(now)})
      order by id desc limit ${covered}`.execute(t)
    // Another worker that sends the same waits here, and finds nothing left.
    const rows = await t
      .updateTable('notification')
      .set({ emailed_at: now.toISOString() })
      .where('id', '=', (row) => row.fn.any(row.val(due.map(({ id }) => id))))
      .where('emailed_at', 'is', null)
      .where('read_at', 'is', null)
      .where(isReadableBy(staff, 'notification'))
      .returningAll()
      .returning(namesOfFacts)
      .execute()
    const [newest] = rows.toSorted((one, other) => (one.id > other.id ? -1 : 1))
    if (!newest) return
    const modes = new Map(rows.map((row) => [row.id, modeOfRow(row)]))
    const shown = (await withTitles(t, rows)).toSorted((one, other) => (one.id > other.id ? -1 : 1))
    const lines = shown.slice(0, listed).map((each) => lineOf(each, modes.get(each.id), settings.publicUrl))
    if (shown.length > listed) lines.push(`And ${shown.length - listed} more.`)
    const isTest = [...modes.values()].every((mode) => mode === 'SANDBOX')
    const mail = operatorMail(isTest ? 'SANDBOX' : 'PRODUCTION', {
      to: staff.email,
      subject: shown.length === 1 ? (shown[0]?.title ?? '') : `${shown.length} notifications`,
      text: mailText(staff.firstName, lines),
    })
    await queueMail(jobs, seal, t, mail, { key: `notifications ${staffId} ${newest.id}` })
  })
}

function lineOf({ id, title, at }: Notification, mode: Mode | undefined, publicUrl: string): string {
  return `${subjectIn(mode ?? 'PRODUCTION', title)} (${lagosTime(new Date(at))})\n${publicUrl}/notifications/${id}`
}

function mailText(firstName: string, lines: readonly string[]): string {
  return `Hello ${firstName},

${lines.join('\n\n')}

You choose which notifications you receive by email in the console, under Settings > Notifications.
`
}
