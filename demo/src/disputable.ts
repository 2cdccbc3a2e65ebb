import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { dayMs, hourMs } from './calendar.ts'

/** Transaction that may be disputed. */
export interface Disputable {
  id: string
  reference: string
  merchant_id: string
  type: 'CREDIT' | 'DEBIT'
  category: string
  amount_kobo: bigint
  available_kobo: bigint
  created_at: string
  /** Time of the last entry on its account. */
  moved_at: string
}

/** Kind of disputed transaction; one to be refunded must be the last movement on its account. */
export type Kind = 'credits' | 'short credits' | 'credits that are paid' | 'debits'

/** Returns one transaction per merchant, merchants that reply by API first. */
export async function disputable(
  db: Transaction,
  { mode, now, of }: { mode: Mode; now: Date; of: Kind },
): Promise<Disputable[]> {
  const [isDebit, isShort] = [of === 'debits', of === 'short credits']
  const days = of === 'credits that are paid' ? 300 : 20
  const { rows } = await sql<Disputable>`
    with moved as materialized (
      select account_id, max(at) as at from entry where merchant_id is not null group by account_id
    )
    select * from (
      select distinct on (t.merchant_id) t.id, t.reference, t.merchant_id, t.type, t.category, t.amount_kobo, t.created_at,
        moved.at as moved_at, account.available_kobo, endpoint.merchant_id is not null as answers
      from transaction as t
      join account on account.id = t.account_id
      join moved on moved.account_id = account.id
      left join webhook_endpoint as endpoint on endpoint.merchant_id = t.merchant_id
      where t.mode = ${mode} and t.scope = 'MERCHANT' and t.status = 'SUCCESS'
        and t.type = ${isDebit ? 'DEBIT' : 'CREDIT'} and t.category = ${isDebit ? 'BANK_TRANSFER' : 'BANK_FUNDING'}
        and t.created_at between ${new Date(now.getTime() - days * dayMs).toISOString()}
          and ${new Date(now.getTime() - 12 * hourMs).toISOString()}
        and t.originator_number is not null and moved.at < ${new Date(now.getTime() - 10 * hourMs).toISOString()}
        and not exists (select from refund where refund.transaction_id = t.id)
        and ${isShort ? sql`account.available_kobo < t.amount_kobo` : sql`account.available_kobo >= t.amount_kobo`}
      order by t.merchant_id, md5(t.id::text)
    ) as one order by answers desc, md5(id::text)
  `.execute(db)
  // Steps of older transactions are not recorded.
  const since = now.getTime() - 29 * dayMs
  return rows.filter(({ moved_at }) => Date.parse(moved_at) > since)
}
