import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { uuidv7 } from '../uuid.ts'
import { rebuildAccountDays } from './account-days.ts'
import { paidInList, virtualAccountList } from './counted/counted-list.ts'
import { countUncounted } from './counted/merchants-by-kyc.ts'
import { recount, recountMerchantDays } from './counted/recount.ts'
import { fillProfit } from './fill-profit.ts'
import { retireClearing } from './retire-clearing.ts'

/** What has been gone through, in `catch_up`. */
const accountIds = 'transaction.account_id'
const paidIn = 'transaction.payment_method'
const paidInCounted = 'virtual accounts counted'
const pastProfit = 'profit'
const rowsAtOnce = 5_000
const accountsAtOnce = 200
/** The clocks of servers differ a little, and an id tells the time of the server that made it. */
const overlapMs = 3_600_000

/**
 * Brings what older releases wrote to what this one reads, in pieces that lock little: the days of accounts, the account of
 * each transaction, whose a wallet's day is, what came in on virtual accounts, what transfers earned, how many merchants there are, and the
 * account that has retired. Looks quickly
 * where nothing is missing.
 */
export async function catchUp(db: Database, onStep: (what: string) => void = () => {}): Promise<void> {
  await fillAccountDays(db, onStep)
  await fillAccountIds(db, onStep)
  await fillWalletDays(db)
  await fillPaidIn(db, onStep)
  await fillPastProfit(db, onStep)
  await transact(db, recountMerchantDays)
  await transact(db, countUncounted)
  await retireClearing(db, new Date())
}

/** Notes that this release wrote all that there is, so that no start goes through it. */
export async function noteAllWritten(db: Transaction): Promise<void> {
  const newest = await db.selectFrom('transaction').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  const newestTransfer = await db.selectFrom('transfer').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (!newest || !newestTransfer) return
  for (const name of [accountIds, paidIn, paidInCounted]) await noteReached(db, name, newest.id)
  await noteReached(db, pastProfit, newestTransfer.id)
}

async function fillAccountDays(db: Database, onStep: (what: string) => void): Promise<void> {
  const accounts = await accountsWithoutDays(db)
  for (let start = 0; start < accounts.length; start += accountsAtOnce) {
    onStep(`Computing the days of accounts, ${start} of ${accounts.length}`)
    const some = accounts.slice(start, start + accountsAtOnce)
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
        or exists (select from account_day where account_id = balance.id and n is null)
      order by balance.id
    `.execute(transaction)
    return rows.map(({ id }) => id)
  })
}

async function fillAccountIds(db: Database, onStep: (what: string) => void): Promise<void> {
  const nameless = sql`
    nameless as materialized (
      select id from transaction
      where id in (select id from piece where account_id is null) and account_id is null
      order by id for update
    ), changed as (
      update transaction set account_id = account.id
      from nameless, account
      where transaction.id = nameless.id and account.merchant_id = transaction.merchant_id
        and account.kind = transaction.scope and account.wallet_id is not distinct from transaction.wallet_id
      returning transaction.id
    )`
  await throughTransactions(db, accountIds, nameless, (done) => onStep(`Naming the accounts of transactions, ${done}`))
}

/** What older releases' transfers earned and cost us. */
async function fillPastProfit(db: Database, onStep: (what: string) => void): Promise<void> {
  let after = await startOf(db, pastProfit)
  for (let done = 0; ; done += rowsAtOnce) {
    const last = await inTurn(db, async (transaction) => {
      const end = await lastOfPiece(transaction, after)
      if (end === null) return null
      // A payment and what it cost stand together, also where a piece ends between them.
      await fillProfit(
        transaction,
        sql`
          with piece as materialized (select id, transaction_id, at from transfer where id > ${after} and id <= ${end})
          select id from piece union
          select beside.id from piece join transfer as beside on beside.transaction_id = piece.transaction_id
          where beside.at = piece.at`,
      )
      await noteReached(transaction, pastProfit, end)
      return end
    })
    if (last === null) return
    after = last
    if (done > 0) onStep(`Telling what transfers earned, ${done}`)
  }
}

async function lastOfPiece(db: Transaction, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select id as last from (select id from transfer where id > ${after} order by id limit ${rowsAtOnce}) as piece
    order by id desc limit 1
  `.execute(db)
  return rows[0]?.last ?? null
}

/** How far was gone through under a name; null where nothing was. */
export async function reachedBefore(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('catch_up').select('after_id').where('name', '=', name).executeTakeFirst()
  return row?.after_id ?? null
}

/** The id after which it goes on. */
async function startOf(db: Database, name: string): Promise<string> {
  const reached = await reachedBefore(db, name)
  return reached === null ? '00000000-0000-0000-0000-000000000000' : earlier(reached)
}

/** Notes under a name how far has been gone through, so that no later start begins anew. */
export async function noteReached(db: Database, name: string, after_id: string): Promise<void> {
  await db
    .insertInto('catch_up')
    .values({ name, after_id })
    .onConflict((row) => row.column('name').doUpdateSet({ after_id }))
    .execute()
}

/** What came in on virtual and static accounts says so; their lists are counted when all of it does. */
async function fillPaidIn(db: Database, onStep: (what: string) => void): Promise<void> {
  const change = sql`
    changed as (
      update transaction set payment_method = 'BANK'
      from piece, virtual_account
      where transaction.id = piece.id and piece.payment_method is null and piece.category = 'BANK_FUNDING'
        and virtual_account.account_number = piece.beneficiary_number and virtual_account.mode = piece.mode
      returning transaction.id, transaction.created_at, virtual_account.id as inlet_id
    ), used as (
      update virtual_account set used_at = first_use
      from (select inlet_id, min(created_at) as first_use from changed group by inlet_id) as use
      where virtual_account.id = inlet_id and (used_at is null or used_at > first_use)
    )`
  const changed = await throughTransactions(db, paidIn, change, (done) =>
    onStep(`Listing what came in on virtual accounts, ${done}`),
  )
  if (changed === 0 && (await reachedBefore(db, paidInCounted)) !== null) return
  await transact(db, async (transaction) => {
    await recount(transaction, virtualAccountList)
    await recount(transaction, paidInList)
    await noteReached(transaction, paidInCounted, uuidv7())
  })
}

/**
 * Changes transactions piece by piece in the order of their ids, from where the last start came to; `change` says how as
 * queries over `piece`, of which `changed` has a row for each that it changed. Gives how many those were.
 */
async function throughTransactions(
  db: Database,
  name: string,
  change: RawBuilder<unknown>,
  onDone: (transactions: number) => void,
): Promise<number> {
  let after = await startOf(db, name)
  let all = 0
  for (let done = 0; ; done += rowsAtOnce) {
    const piece = sql<{ last: string | null; changed: number }>`
      with piece as (
        select id, mode, category, account_id, payment_method, beneficiary_number
        from transaction where id > ${after} order by id limit ${rowsAtOnce}
      ), ${change}, reached as (
        insert into catch_up (name, after_id) select ${name}, id from piece order by id desc limit 1
        on conflict (name) do update set after_id = excluded.after_id
      )
      select (select id from piece order by id desc limit 1) as last, (select count(*)::int from changed) as changed
    `
    const { rows } = await inTurn(db, (transaction) => piece.execute(transaction))
    const [{ last, changed } = { last: null, changed: 0 }] = rows
    all += changed
    if (last === null) return all
    after = last
    if (done > 0) onDone(done)
  }
}

/** One piece at a time, of however many servers start; again, should it and a write that goes on have waited for each other. */
function inTurn<T>(db: Database, piece: (transaction: Transaction) => Promise<T>): Promise<T> {
  return transact(db, async (transaction) => {
    // However many rows there are, and however busy the machine: a start does not fail by being slow.
    await sql`set local statement_timeout = 0`.execute(transaction)
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
