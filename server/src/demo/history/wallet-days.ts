import { dayEnd, dayStart, lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'

/** Counts today's debits and holds of wallets and their child accounts towards the daily limits. */
export async function countWalletDays(db: Transaction, now: Date): Promise<void> {
  const today = lagosDay(now)
  await sql`
    insert into wallet_day (account_id, merchant_id, day, debited_kobo)
    select account.id, account.merchant_id, ${today}, sum(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo)
    from transaction
    left join account child on child.id = account_id and child.kind = 'CHILD'
    join account on account.wallet_id = coalesce(transaction.wallet_id, child.wallet_id) and account.kind = 'WALLET'
    where type = 'DEBIT' and transaction.status in ('PENDING', 'SUCCESS') and category <> 'CREDIT_CHILD_ACCOUNT_CHARGES'
      and transaction.created_at >= ${dayStart(today).toISOString()}
      and transaction.created_at < ${dayEnd(today).toISOString()}
    group by account.id
    -- Days that wallet holds have counted already are overwritten.
    on conflict (account_id, day) do update set debited_kobo = excluded.debited_kobo
  `.execute(db)
}
