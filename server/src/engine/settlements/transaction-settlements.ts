import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { isCollection } from '../refunds/refundable.ts'
import type { TransactionRow } from '../transaction-row.ts'

/**
 * Returns the settlement data of a transaction: the shares of a merchant's collection and their settlement states, or the
 * settlement that an attempt pays; empty for others.
 */
export async function settlementsOfTransaction(db: Database, row: TransactionRow) {
  if (row.category === 'SETTLEMENT') return { settlementId: await settledBy(db, row.id) }
  if (row.scope !== 'MERCHANT' || row.status !== 'SUCCESS' || !isCollection(row)) return {}
  return { takers: await sharesOf(db, row) }
}

async function settledBy(db: Database, transactionId: string): Promise<string | null> {
  const attempt = await db
    .selectFrom('settlement_attempt')
    .select('settlement_id')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  return attempt?.settlement_id ?? null
}

interface ShareRow {
  subaccount_id: string | null
  name: string | null
  split_type: string | null
  split_value: bigint | null
  kobo: bigint
  state: string | null
  less_kobo: bigint | null
  reason: string | null
  settlement_id: string | null
  status: string | null
}

/** The merchant first, then its subaccounts in the order of the split. */
async function sharesOf(db: Database, { id, mode, beneficiary_number }: TransactionRow) {
  const { rows } = await sql<ShareRow>`
    select subaccount.id as subaccount_id, subaccount.name, split_part.split_type, split_part.split_value, taken.kobo,
      item.state, item.less_kobo, item.reason, item.settlement_id, settlement.status
    from (
      select account_id, sum(amount_kobo)::bigint as kobo
      from transfer join entry on entry.transfer_id = transfer.id and entry.transaction_id = transfer.transaction_id
      where transfer.transaction_id = ${id} and transfer.kind = 'COLLECTION'
      group by account_id
    ) as taken
    left join subaccount on subaccount.id = account_id
    left join virtual_account as inlet on inlet.account_number = ${beneficiary_number} and inlet.mode = ${mode}
    left join split_part on split_part.virtual_account_id = inlet.id and split_part.subaccount_id = subaccount.id
    left join settlement_item as item on item.account_id = taken.account_id and item.transaction_id = ${id}
    left join settlement on settlement.id = item.settlement_id
    order by subaccount.id is not null, split_part.position`.execute(db)
  return rows.map((row) => ({
    subAccount: row.subaccount_id === null ? null : { id: row.subaccount_id, name: row.name },
    splitType: row.split_type,
    // Hundredths of a naira or of a percent.
    splitValue: row.split_value === null ? null : naira(row.split_value),
    amount: naira(row.kobo),
    refunded: row.less_kobo === null ? null : naira(row.less_kobo),
    state: row.state,
    reason: row.reason,
    settlement: row.settlement_id === null ? null : { id: row.settlement_id, status: row.status ?? '' },
  }))
}
