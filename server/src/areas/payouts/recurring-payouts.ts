import { lagosDay } from '@kobo/contract/kit/day'
import { naira } from '@kobo/contract/kit/naira'
import type { payouts, RecurrentPayout } from '@kobo/contract/payouts'
import type { Selectable } from 'kysely'
import type { RecurringPayout as Row } from '../../db/tables.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { readPage } from '../../db/read-page.ts'
import { nextRunAfter } from '../../engine/schedules/recurrence.ts'
import { decision } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { payee, payoutCost } from './payout-fields.ts'

/** Lists recurring payouts, newest first. Runs two statements. */
export const recurringPayouts: Handler<typeof payouts.recurrent> = async (input, { db, mode }) => {
  const { status, frequency, startDate, endDate } = input
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    let matching = snapshot
      .selectFrom('recurring_payout')
      .where('mode', '=', mode)
      .where(onDays('created_at', daysBetween(startDate, endDate)))
    if (status !== undefined) matching = matching.where('status', '=', status)
    if (frequency !== undefined) matching = matching.where('interval', '=', frequency)
    const shown = matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
    return { matching, shown }
  })
  return { totalRecords, records: rows.map(record) }
}

/** Returns one recurring payout with the current cost of a run and the number of runs so far. */
export const recurringPayoutInfo: Handler<typeof payouts.recurrentInfo> = async (input, { db, mode, now }) => {
  const row = await db
    .selectFrom('recurring_payout as recurring')
    .innerJoin('merchant', 'merchant.id', 'recurring.merchant_id')
    .leftJoin('wallet', 'wallet.id', 'recurring.wallet_id')
    .leftJoin('staff', 'staff.id', 'recurring.decided_by')
    .selectAll('recurring')
    .select(['merchant.business_name', 'wallet.account_name', 'staff.first_name', 'staff.last_name'])
    .select((eb) =>
      eb
        .selectFrom('recurring_run')
        .select((run) => run.fn.countAll().as('n'))
        .whereRef('recurring_run.recurring_id', '=', 'recurring.id')
        .where('recurring_run.transaction_id', 'is not', null)
        .as('runs'),
    )
    .where('recurring.id', '=', input.recurrentId)
    .where('recurring.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This recurring payout'))
  return {
    info: {
      ...record(row),
      charges: naira(await payoutCost(db, row, now)),
      narration: row.narration,
      nextDate: row.status === 'INACTIVE' ? (nextRunAfter(lagosDay(now), row)?.day ?? null) : row.next_day,
      sender: {
        accountName: row.account_name ?? row.business_name,
        merchant: { id: row.merchant_id, businessName: row.business_name },
      },
      runs: Number(row.runs ?? 0),
      decision: decision(row, row),
    },
  }
}

function record(row: Selectable<Row>): RecurrentPayout {
  return {
    id: row.id,
    createdAt: row.created_at,
    ...payee(row),
    amount: naira(row.amount_kobo),
    startDate: row.start_day,
    endDate: row.end_day,
    interval: row.interval,
    status: row.status,
  }
}
