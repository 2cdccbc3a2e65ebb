import { dayEnd, dayStart, lagosDay, monthStart } from '@kobo/contract/kit/day'
import { modeOfRow } from '@kobo/contract/kit/mode'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Engine } from '../engine.ts'
import type { ItemJob } from '../../jobs/item-jobs.ts'
import { chargeEvent, maintenanceReference } from './charge-event.ts'

/**
 * Charges the monthly maintenance fee of every static account that was open on the day and is not charged for the month yet; also
 * for the month before, if the account was opened on its last day, after that day's run.
 */
export function billMaintenance(engine: Pick<Engine, 'db' | 'jobs' | 'clock'>): ItemJob {
  const { db, jobs, clock } = engine
  return {
    name: 'bill-maintenance',
    due: { dailyAtMs: 0 },
    find: (after, day) => accountsToBill(db, day, after),
    process: (item, day) =>
      transact(db, async (t) => {
        const { account_number, dueDay } = asDue(item, day)
        const account = await t
          .selectFrom('virtual_account')
          .select(['mode', 'merchant_id as merchantId'])
          .where('account_number', '=', account_number)
          .executeTakeFirstOrThrow()
        const [mode, at] = [modeOfRow(account), clock()]
        const reference = maintenanceReference(dueDay.slice(0, 7), account_number)
        // A missed day is charged at its own price.
        const dueAt = new Date(Math.min(at.getTime(), dayEnd(dueDay).getTime() - 1))
        const { merchantId } = account
        await chargeEvent(t, jobs, { mode, merchantId, reference, at, dueAt, event: 'staticAccounts.maintenance' })
      }),
  }
}

/** Static accounts that one query looks at, most of which are charged already on all but the first day of a month. */
const lookedAtOnce = 2_000

/** Returns the number of each account that owes a fee; behind that of a fee for the month before, the last day of that month. */
async function accountsToBill(db: Database, day: string, after: string): Promise<string[]> {
  const lastDay = lastDayBefore(day)
  for (let from = after; ; ) {
    // The literal lets the planner match the partial index of static accounts.
    const { rows } = await sql<{ account_number: string; is_due: boolean; was_due: boolean }>`
      with page as materialized (
        select account_number, mode, created_at, closed_at from virtual_account
        where kind = 'STATIC' and account_number > ${from} order by account_number limit ${lookedAtOnce}
      )
      select account_number, ${isDueOn(day)} as is_due,
        created_at >= ${dayStart(lastDay).toISOString()} and ${isDueOn(lastDay)} as was_due
      from page order by account_number`.execute(db)
    const due = rows.flatMap(({ account_number, is_due, was_due }) => [
      ...(is_due ? [account_number] : []),
      ...(was_due ? [`${account_number} ${lastDay}`] : []),
    ])
    const last = rows.at(-1)
    if (due.length > 0 || last === undefined) return due
    from = last.account_number
  }
}

/** Whether an account of the page was open on the day and is not charged for its month. */
function isDueOn(day: string): RawBuilder<boolean> {
  const endOfDay = dayEnd(day).toISOString()
  return sql<boolean>`(
    created_at < ${endOfDay} and (closed_at is null or closed_at >= ${endOfDay}) and not exists (
      select from transfer
      where transfer.mode = page.mode and kind = 'CHARGE' and transaction_id is null
        and reference = ${maintenanceReference(day.slice(0, 7), '')} || account_number
    ))`
}

function asDue(item: string, day: string) {
  const [account_number = '', dueDay = day] = item.split(' ')
  return { account_number, dueDay }
}

/** Returns the last day of the month before a day's. */
function lastDayBefore(day: string): string {
  return lagosDay(new Date(dayStart(monthStart(day)).getTime() - 1))
}
