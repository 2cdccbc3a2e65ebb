import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { accountIds, paidIn, pastProfit, saveBackfillCursor, startCursor } from '../backfill.ts'
import { backfillProfit } from '../backfill-profit.ts'
import { lagosDayOf } from '../account-days.ts'
import { paidInScope, virtualAccountScope } from '../counters/scopes.ts'
import type { ChunkedScan } from '../../db/run-chunk.ts'

const rowsAtOnce = 5_000

/**
 * A backfill of rows by older releases, in the order of ids, that never repeats an earlier scan. `chunk` returns the last id that
 * it processed, or null if there was none after the cursor.
 */
function repairById(name: string, chunk: (db: Transaction, after: string) => Promise<string | null>): ChunkedScan {
  return {
    name,
    begin: (db) => startCursor(db, name),
    async chunk(db, after) {
      const last = await chunk(db, after)
      if (last !== null) await saveBackfillCursor(db, name, last)
      return { next: last, repaired: [] }
    },
  }
}

/** Backfills the account of each transaction. */
export const accountIdRepair = repairById(accountIds, (db, after) =>
  changeTransactions(
    db,
    after,
    sql`
      nameless as materialized (
        select id from transaction
        where id in (select id from piece where account_id is null) and account_id is null
        order by id for update
      ), changed as (
        update transaction set account_id = account.id
        from nameless, account
        where transaction.id = nameless.id and account.merchant_id = transaction.merchant_id
          and account.kind = transaction.scope and account.wallet_id is not distinct from transaction.wallet_id
      )`,
  ),
)

/** Backfills and counts the payment method of collections; marks their accounts as used from the first one on. */
export const paidInRepair = repairById(paidIn, (db, after) =>
  changeTransactions(
    db,
    after,
    sql`
      changed as (
        update transaction set payment_method = 'BANK'
        from piece, virtual_account
        where transaction.id = piece.id and piece.payment_method is null and transaction.payment_method is null
          and piece.category = 'BANK_FUNDING' and virtual_account.account_number = piece.beneficiary_number
          and virtual_account.mode = piece.mode
        returning transaction.mode, transaction.merchant_id, transaction.status, transaction.created_at,
          virtual_account.id as account_id
      ), first_use as (
        select account_id, min(created_at) as used_at from changed group by account_id
      ), account_before as materialized (
        select id, mode, merchant_id, kind, created_at, used_at from virtual_account
        where id in (select account_id from first_use) order by id for update
      ), used as (
        update virtual_account set used_at = first_use.used_at
        from first_use, account_before
        where virtual_account.id = account_id and account_before.id = account_id
          and (account_before.used_at is null or account_before.used_at > first_use.used_at)
      ), counted as (
        insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo)
        select gen_random_uuid(), mode, ${paidInScope}, merchant_id, 'BANK', status, ${lagosDayOf(sql`created_at`)},
          count(*), 0, 0
        from changed group by mode, merchant_id, status, 7
        union all
        select gen_random_uuid(), mode, ${virtualAccountScope}, merchant_id, step.type, kind, ${lagosDayOf(sql`created_at`)},
          sum(step.n), 0, 0
        from account_before, (values ('UNUSED', -1), ('USED', 1)) as step (type, n)
        where used_at is null group by mode, merchant_id, step.type, kind, 7
      )`,
  ),
)

/** Backfills the profit of transfers. */
export const profitRepair = repairById(pastProfit, async (db, after) => {
  const { rows } = await sql<{ last: string | null }>`
    select id as last from (select id from transfer where id > ${after} order by id limit ${rowsAtOnce}) as piece
    order by id desc limit 1
  `.execute(db)
  const last = rows[0]?.last ?? null
  if (last === null) return null
  // A payment and its cost are processed together, even if a chunk ends between them.
  await backfillProfit(
    db,
    sql`
      with piece as materialized (select id, transaction_id, at from transfer where id > ${after} and id <= ${last})
      select id from piece union
      select beside.id from piece join transfer as beside on beside.transaction_id = piece.transaction_id
      where beside.at = piece.at`,
  )
  return last
})

/** Processes one chunk. `change` consists of CTEs over the rows of `piece`. */
async function changeTransactions(db: Transaction, after: string, change: RawBuilder<unknown>): Promise<string | null> {
  const { rows } = await sql<{ last: string }>`
    with piece as (
      select id, mode, category, account_id, payment_method, beneficiary_number
      from transaction where id > ${after} order by id limit ${rowsAtOnce}
    ), ${change}
    select id as last from piece order by id desc limit 1
  `.execute(db)
  return rows[0]?.last ?? null
}
