import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../db/database.ts'
import { forceCustomPlan } from '../db/prepared-statements.ts'
import { lagosDayOf } from './account-days.ts'
import { costCategory, everyMerchant, feeCategory, profitScope } from './counters/scopes.ts'

/**
 * Records and counts the profit of transfers that were written without it, in bulk or by an older release. The rows equal those
 * of `recordProfit`; transfers that have one are skipped. `transfers` is a query of ids; returns the number of rows written.
 */
export async function backfillProfit(db: Transaction, transfers: RawBuilder<unknown>): Promise<number> {
  // A generic plan would estimate a chunk as a large part of the transfers, and scan whole tables for each.
  const { rows } = await sql<{ written: number }>`
    ${sql.raw(forceCustomPlan)} with asked as materialized (
      ${transfers}
    ), moved as materialized (
      select entry.transfer_id, coalesce(sum(amount_kobo) filter (where provider.kind = 'FEE_INCOME'), 0) as fee_kobo,
        coalesce(-sum(amount_kobo) filter (where provider.kind = 'PROVIDER_COST'), 0) as cost_kobo
      from asked
      join entry on entry.transfer_id = asked.id
      join provider_account as provider on provider.id = entry.account_id
      where provider.kind in ('FEE_INCOME', 'PROVIDER_COST')
      group by entry.transfer_id
    ), earned as (
      select transfer.id, transfer.mode, transfer.kind, transfer.reference, transfer.transaction_id, transfer.merchant_id,
        transfer.at, ${sourceOfPast} as source, moved.fee_kobo, moved.cost_kobo
      from moved
      join transfer on transfer.id = moved.transfer_id
      left join transaction on transaction.id = transfer.transaction_id
    ), found as (
      select (array_agg(id order by kind = 'PROVIDER_COST', id))[1] as id, array_agg(id) as ids, mode,
        coalesce(merchant_id, ${everyMerchant}::uuid) as merchant_id, at, source, transaction_id,
        min(reference) as reference, sum(fee_kobo) as fee_kobo, sum(cost_kobo) as cost_kobo
      from earned where kind <> 'ACQUIRER_PAYMENT'
      group by mode, merchant_id, at, source, transaction_id, case when transaction_id is null then id end
      union all
      select part.id, array[part.id], earned.mode, paid.merchant_id, earned.at, earned.source, paid.id, paid.reference, 0,
        card_payment.cost_kobo
      from earned
      join acquirer_payment on acquirer_payment.reference = earned.reference and acquirer_payment.mode = earned.mode
      join card_payment on card_payment.acquirer_payment_id = acquirer_payment.id
      join transaction as paid on paid.id = card_payment.transaction_id,
      lateral (select (left(earned.id::text, 13) || substr(paid.id::text, 14))::uuid as id) as part
      where kind = 'ACQUIRER_PAYMENT' and card_payment.cost_kobo <> 0
    ), written as (
      insert into profit (id, mode, merchant_id, created_at, source, transaction_id, reference, fee_kobo, cost_kobo)
      select id, mode, merchant_id, at, source, transaction_id, reference, fee_kobo, cost_kobo from found
      where not exists (select from profit where profit.id = any(found.ids))
      on conflict (id) do nothing
      returning *
    ), counted as (
      insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
      select gen_random_uuid(), mode, ${profitScope}, merchant_id, source, category, ${lagosDayOf(sql`created_at`)}, count(*),
        count(*), sum(kobo)
      from written, lateral (values (${feeCategory}, fee_kobo), (${costCategory}, -cost_kobo)) as part (category, kobo)
      where category = ${feeCategory} or kobo <> 0
      group by mode, merchant_id, source, category, 7
    )
    select count(*)::int as written from written
  `.execute(db)
  return rows[0]?.written ?? 0
}

/** Profit source of a transfer without one: the charge group that applied at its time. */
const sourceOfPast = sql`coalesce(transfer.source, case
  when transfer.kind = 'ACQUIRER_PAYMENT' or transaction.category = 'CARD_PAYMENT' then 'virtualAccounts'
  when transfer.kind = 'COLLECTION' then case when exists (
      select from virtual_account
      where virtual_account.account_number = transaction.beneficiary_number and virtual_account.kind = 'VIRTUAL'
        and virtual_account.mode = transfer.mode
    ) then 'virtualAccounts' else 'staticAccounts' end
  when transfer.kind = 'CHARGE' then case
    when transfer.reference ^@ 'BVN-' then 'kyc'
    when transfer.reference ^@ 'OPEN-' or transfer.reference ^@ 'MAINT-' then 'staticAccounts'
    when transfer.reference ^@ 'TERMINAL/' then 'stores'
    else 'subaccount' end
  when transfer.kind = 'BILL' then 'bills'
  when transaction.scope = 'CHILD' then 'childAccount'
  when transaction.scope = 'SUBACCOUNT' then 'subaccount'
  else 'transfers' end)`
