import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'

/** Throws if the ledger does not balance. Each sum is recomputed from the entries in one pass. */
export async function checkHistory(db: Transaction): Promise<void> {
  await sql`set local work_mem = '256MB'`.execute(db)
  const { rows } = await sql<{ unbalanced: number; empty: number; astray: number }>`
    with transfer_sum as (
      select count(*) filter (where amount <> 0)::int as unbalanced, count(*) as n
      from (select sum(amount_kobo) as amount from entry group by transfer_id) as each_transfer
    ), account_sum as (
      select account_id, sum(amount_kobo) as amount from entry group by account_id
    ), stored as (
      select id, booked_kobo as amount from account
      union all
      select id, balance_kobo + coalesce((select sum(amount_kobo) from balance_delta where account_id = p.id), 0)
      from provider_account as p
    )
    select unbalanced, ((select count(*) from transfer) - n)::int as empty, (
      select count(*)::int from stored full join account_sum on account_id = id
      where id is null or stored.amount <> coalesce(account_sum.amount, 0)
    ) as astray
    from transfer_sum
  `.execute(db)
  const found = rows[0]
  if (found?.unbalanced !== 0 || found.empty !== 0 || found.astray !== 0) {
    throw new Error(`The generated history is inconsistent: ${JSON.stringify(found)}`)
  }
}
