import { sql } from 'kysely'
import { causeOfPayment, hasNewResponse, selectOpen, themselves, type WorkSource } from '../work-source.ts'

/** Settlement whose last attempt failed, and none of whose attempts was paid after all. */
export const settlementFailed: WorkSource = {
  kind: 'SETTLEMENT_FAILED',
  open: [
    (_now, within) =>
      selectOpen(
        {
          mode: sql`settlement.mode`,
          subject_id: sql`settlement.id::text`,
          name: sql`coalesce(subaccount.name, business_name)`,
          merchant_id: sql`merchant.id`,
          parent_id: sql`subaccount_id`,
          amount_kobo: sql`settlement.amount_kobo`,
          opened_at: sql`coalesce(attempt.created_at, settlement.created_at)`,
          cause: causeOfPayment('attempt'),
        },
        sql`settlement
        join merchant on merchant.id = settlement.merchant_id
        left join subaccount on subaccount.id = subaccount_id
        left join transaction attempt on attempt.id = settlement.transaction_id
        where settlement.status = 'FAILED' and ${within(sql`settlement.id`)} and not exists (
          select from settlement_attempt as made join transfer on transfer.transaction_id = made.transaction_id
          where made.settlement_id = settlement.id and transfer.kind = 'COMPENSATION')`,
      ),
  ],
  sharesCauses: true,
  touched: {
    settlement: themselves,
    transaction: (ids) => sql`select settlement_id from settlement_attempt where transaction_id = any(${ids}::uuid[])`,
  },
  news: hasNewResponse(sql`(select transaction_id from settlement where settlement.id = item.subject_id::uuid)`),
}
