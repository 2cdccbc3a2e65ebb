import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { rebuildAccountDays } from './account-days.ts'
import { countUncounted } from './counted/merchants-by-kyc.ts'
import { retireClearing } from './retire-clearing.ts'

const rowsAtOnce = 5_000
const accountsAtOnce = 200
/** The clocks of servers differ a little, and an id tells the time of the server that made it. */
const overlapMs = 3_600_000

/**
 * Brings what older releases wrote to what this one reads, in pieces that lock little: the days of accounts, the account of
 * each transaction, whose a wallet's day is, how many merchants there are, and the account that has retired. Looks quickly
 * where nothing is missing.
 */
export async function catchUp(db: Database, onStep: (what: string) => void = () => {}): Promise<void> {
  await fillAccountDays(db, onStep)
  await fillAccountIds(db, onStep)
  await fillWalletDays(db)
  await transact(db, countUncounted)
  await retireClearing(db, new Date())
}

async function fillAccountDays(db: Database, onStep: (what: string) => void): Promise<void> {
  const accountIds = await accountsWithoutDays(db)
  for (let start = 0; start < accountIds.length; start += accountsAtOnce) {
    onStep(`Computing the days of accounts, ${start} of ${accountIds.length}`)
    const some = accountIds.slice(start, start + accountsAtOnce)
    await transact(db, async (transaction) => {
      await sql`set local statement_timeout = 0`.execute(transaction)
      await rebuildAccountDays(transaction, some)
    })
  }
}

/** Those whose days, with what waits to be folded, do not come to their balance, and those that moved and have none. */
async function accountsWithoutDays(db: Database): Promise<string[]> {
  return await db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    const { rows } = await sql<{ id: string }>`
      with waiting as (
        select account_id, sum(amount_kobo) as kobo, sum(amount_kobo) filter (where day is not null) as of_days
        from balance_delta group by account_id
      ), balance as (
        select id, booked_kobo as kobo, coalesce(of_days, 0) as of_days
        from account left join waiting on account_id = id
        union all
        select id, balance_kobo + coalesce(kobo, 0), coalesce(of_days, 0)
        from provider_account left join waiting on account_id = id
      )
      select balance.id
      from balance left join lateral (
        select closing_kobo from account_day where account_id = balance.id order by day desc limit 1
      ) as last on true
      where balance.kobo <> coalesce(closing_kobo, 0) + of_days
        or (closing_kobo is null and of_days = 0 and exists (select from entry where account_id = balance.id))
      order by balance.id
    `.execute(transaction)
    return rows.map(({ id }) => id)
  })
}

/** In the order of ids, from where the last start came to. */
async function fillAccountIds(db: Database, onStep: (what: string) => void): Promise<void> {
  const name = 'transaction.account_id'
  const reached = await db.selectFrom('catch_up').select('after_id').where('name', '=', name).executeTakeFirst()
  let after = reached ? earlier(reached.after_id) : '00000000-0000-0000-0000-000000000000'
  for (let done = 0; ; done += rowsAtOnce) {
    const piece = sql<{ last: string | null }>`
      with piece as (
        select id, account_id from transaction where id > ${after} order by id limit ${rowsAtOnce}
      ), nameless as materialized (
        select id from transaction
        where id in (select id from piece where account_id is null) and account_id is null
        order by id for update
      ), named as (
        update transaction set account_id = account.id
        from nameless, account
        where transaction.id = nameless.id and account.merchant_id = transaction.merchant_id
          and account.kind = transaction.scope and account.wallet_id is not distinct from transaction.wallet_id
      ), reached as (
        insert into catch_up (name, after_id) select ${name}, id from piece order by id desc limit 1
        on conflict (name) do update set after_id = excluded.after_id
      )
      select id as last from piece order by id desc limit 1
    `
    const { rows } = await inTurn(db, (transaction) => piece.execute(transaction))
    const last = rows[0]?.last
    if (last === undefined || last === null) return
    after = last
    if (done > 0) onStep(`Naming the accounts of transactions, ${done}`)
  }
}

/** One piece at a time, of however many servers start; again, should it and a write that goes on have waited for each other. */
function inTurn<T>(db: Database, piece: (transaction: Transaction) => Promise<T>): Promise<T> {
  return transact(db, async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('kobo catch up'))`.execute(transaction)
    return await piece(transaction)
  })
}

/** The first id of an hour earlier. */
function earlier(id: string): string {
  const ms = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const hex = Math.max(ms - overlapMs, 0)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}

async function fillWalletDays(db: Database): Promise<void> {
  for (;;) {
    const piece = sql`
      update wallet_day set merchant_id = account.merchant_id from account
      where account.id = account_id and wallet_day.ctid = any(array(
        select ctid from wallet_day where merchant_id is null limit ${rowsAtOnce}
      ))
    `
    const { numAffectedRows } = await inTurn(db, (transaction) => piece.execute(transaction))
    if ((numAffectedRows ?? 0n) === 0n) return
  }
}
