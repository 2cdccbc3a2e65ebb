import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { ChunkedScan } from '../../db/run-chunk.ts'
import { rebuildAccountDays } from '../account-days.ts'

const accountsAtOnce = 1_000
const noId = '00000000-0000-0000-0000-000000000000'

/** Rebuilds account days that are missing or do not sum to the account's balance. */
export const accountDayRepair: ChunkedScan = {
  name: 'account days',
  begin: async () => noId,
  async chunk(db, after) {
    const accounts = await accountsAfter(db, after)
    const differing = await accountsWithoutDays(db, accounts)
    await rebuildAccountDays(db, differing)
    return {
      next: accounts.length < accountsAtOnce ? null : (accounts.at(-1) ?? null),
      repaired: differing.map((id) => `Recomputed the daily balances of account ${id}`),
    }
  },
}

async function accountsAfter(db: Transaction, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from account where id > ${after} order by id limit ${accountsAtOnce})
    union all
    (select id from provider_account where id > ${after} order by id limit ${accountsAtOnce})
    order by id limit ${accountsAtOnce}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Accounts whose days, with unfolded deltas, do not sum to their balance, and those with movements but no days. */
async function accountsWithoutDays(db: Transaction, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      select account_id, sum(amount_kobo) as kobo, sum(amount_kobo) filter (where day is not null) as of_days
      from balance_delta where account_id = any(${accountIds}::uuid[]) group by account_id
    ), balance as (
      select id, booked_kobo as kobo, coalesce(of_days, 0) as of_days
      from account left join waiting on account_id = id where id = any(${accountIds}::uuid[])
      union all
      select id, balance_kobo + coalesce(kobo, 0), coalesce(of_days, 0)
      from provider_account left join waiting on account_id = id where id = any(${accountIds}::uuid[])
    )
    select balance.id
    from balance left join lateral (
      select closing_kobo from account_day where account_id = balance.id order by day desc limit 1
    ) as last on true
    where balance.kobo <> coalesce(closing_kobo, 0) + of_days
      or (closing_kobo is null and of_days = 0 and exists (select from entry where account_id = balance.id))
      or exists (select from account_day where account_id = balance.id and n is null)
    order by balance.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

const walletsAtOnce = 500

/** Backfills the merchant of each wallet day. */
export const walletDayRepair: ChunkedScan = {
  name: 'wallet days',
  begin: async () => noId,
  async chunk(db, after) {
    const { rows } = await sql<{ id: string }>`
      with piece as (select id, merchant_id from account where id > ${after} order by id limit ${walletsAtOnce}), changed as (
        update wallet_day set merchant_id = piece.merchant_id from piece
        where account_id = piece.id and wallet_day.merchant_id is null
      )
      select id from piece order by id
    `.execute(db)
    return { next: rows.length < walletsAtOnce ? null : (rows.at(-1)?.id ?? null), repaired: [] }
  },
}
