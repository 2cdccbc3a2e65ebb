import { sql } from 'kysely'
import { causeOfPayment, hasNewResponse, selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Time after which a payout without an outcome needs a person. */
const patienceMs = 600_000

/** Payout or bill payment that was sent and is unconfirmed for more than ten minutes. */
export const payoutInDoubt: WorkSource = {
  kind: 'PAYOUT_IN_DOUBT',
  open: [
    (now, within) =>
      selectOpen(
        {
          mode: sql`mode`,
          subject_id: sql`id::text`,
          name: sql`coalesce(beneficiary_name, reference)`,
          merchant_id: sql`merchant_id`,
          amount_kobo: sql`amount_kobo`,
          opened_at: sql`created_at + ${patienceMs} * interval '1 millisecond'`,
          cause: causeOfPayment('transaction'),
        },
        sql`transaction
        where status = 'PENDING' and created_at < ${new Date(now.getTime() - patienceMs).toISOString()}
          and type = 'DEBIT' and category in ('BANK_TRANSFER', 'BILL_PAYMENT') and ${within(sql`id`)}`,
      ),
  ],
  sharesCauses: true,
  touched: { transaction: themselves },
  news: hasNewResponse(sql`item.subject_id::uuid`),
}
