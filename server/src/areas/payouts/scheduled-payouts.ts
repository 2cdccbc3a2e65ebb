import { naira } from '@kobo/contract/kit/naira'
import type { payouts, ScheduledPayout } from '@kobo/contract/payouts'
import { type Selectable, sql } from 'kysely'
import { daysBetween, onDays } from '../../db/days.ts'
import { readPage } from '../../db/read-page.ts'
import type { ScheduledPayout as Row } from '../../db/tables.ts'
import { decision } from '../../http/display.ts'
import type { Handler } from '../../http/handler.ts'
import { notFound } from '../../http/http-error.ts'
import { payee, payoutCost } from './payout-fields.ts'

/** Lists scheduled payouts, newest first. Runs two statements. */
export const scheduledPayouts: Handler<typeof payouts.scheduled> = async (input, { db, mode }) => {
  const ordered = onDays('created_at', daysBetween(input.startDate, input.endDate))
  const { totalRecords, rows } = await readPage(db, input, (snapshot) => {
    let matching = snapshot.selectFrom('scheduled_payout').where('mode', '=', mode).where(ordered)
    if (input.status !== undefined) matching = matching.where('status', '=', input.status)
    return { matching, shown: matching.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc') }
  })
  return { totalRecords, records: rows.map(record) }
}

/** Returns one scheduled payout with its current cost, or its actual cost once it was dispatched. */
export const scheduledPayoutInfo: Handler<typeof payouts.scheduledInfo> = async ({ scheduleId }, { db, mode }) => {
  const row = await db
    .selectFrom('scheduled_payout as scheduled')
    .leftJoin('transaction', 'transaction.id', 'scheduled.transaction_id')
    .leftJoin('staff', 'staff.id', 'scheduled.decided_by')
    .selectAll('scheduled')
    .select(['staff.first_name', 'staff.last_name'])
    .select(({ ref }) =>
      sql<bigint | null>`${ref('fee_kobo')} + ${ref('vat_kobo')} + ${ref('stamp_duty_kobo')}`.as('paid'),
    )
    .where('scheduled.id', '=', scheduleId)
    .where('scheduled.mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('This scheduled payout'))
  const charges = naira(row.paid ?? (await payoutCost(db, row, new Date(row.due_at))))
  const { narration, transaction_id: transactionId } = row
  const reason = row.reason ?? row.decision_reason
  return { info: { ...record(row), charges, narration, reason, transactionId, decision: decision(row, row) } }
}

function record(row: Selectable<Row>): ScheduledPayout {
  const { id, created_at: createdAt, due_at: scheduleDate, status } = row
  return { id, createdAt, ...payee(row), amount: naira(row.amount_kobo), scheduleDate, status }
}
