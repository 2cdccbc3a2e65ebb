import { naira } from '@kobo/contract/kit/naira'
import type { payouts, ScheduledPayout } from '@kobo/contract/payouts'
import type { Selectable } from 'kysely'
import type { ScheduledPayout as Row } from '../../db/tables.ts'
import { daysBetween, onDays } from '../../db/days.ts'
import { readPage } from '../../db/read-page.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/refusal.ts'
import { findBank } from '../../rails/banks.ts'
import { payoutCost } from './payout-cost.ts'

/** Payouts for a later time, the newest order first. Two statements. */
export const scheduledPayouts: Handler<typeof payouts.scheduled> = async (input, { db, mode }) => {
  const { status, startDate, endDate } = input
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    let matching = snapshot
      .selectFrom('scheduled_payout')
      .where('mode', '=', mode)
      .where(onDays('created_at', daysBetween(startDate, endDate)))
    if (status !== undefined) matching = matching.where('status', '=', status)
    const shown = matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
    return { matching, shown }
  })
  return { totalRecords, records: rows.map(record) }
}

/** One scheduled payout with what it costs, or has cost where it was dispatched. */
export const scheduledPayoutInfo: Handler<typeof payouts.scheduledInfo> = async ({ scheduleId }, { db, mode }) => {
  const row = await db
    .selectFrom('scheduled_payout as scheduled')
    .leftJoin('transaction', 'transaction.id', 'scheduled.transaction_id')
    .selectAll('scheduled')
    .select(['transaction.fee_kobo', 'transaction.vat_kobo', 'transaction.stamp_duty_kobo'])
    .where('scheduled.id', '=', scheduleId)
    .where('scheduled.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This scheduled payout'))
  const charges =
    row.fee_kobo === null
      ? await payoutCost(db, row, new Date(row.due_at))
      : row.fee_kobo + (row.vat_kobo ?? 0n) + (row.stamp_duty_kobo ?? 0n)
  return {
    info: {
      ...record(row),
      charges: naira(charges),
      narration: row.narration,
      reason: row.reason,
      transactionId: row.transaction_id,
    },
  }
}

function record(row: Selectable<Row>): ScheduledPayout {
  return {
    id: row.id,
    createdAt: row.created_at,
    accountName: row.beneficiary_name,
    accountNumber: row.account_number,
    bankName: findBank(row.bank_code)?.name ?? null,
    amount: naira(row.amount_kobo),
    scheduleDate: row.due_at,
    status: row.status,
  }
}
