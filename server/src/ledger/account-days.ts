import { dayStart, firstDay } from '@kobo/contract/kit/day'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'

/** Movements of an account on a day in Lagos, and its balance at the day's end. */
export interface AccountDay {
  day: string
  inKobo: bigint
  outKobo: bigint
  closingKobo: bigint
  /** Number of entries. */
  n: bigint
}

/** Balance of an account at the start of a day in Lagos, exact at this instant: earlier days plus unfolded deltas. */
export async function openingBalance(db: Database, accountId: string, day: string): Promise<bigint> {
  const { rows } = await sql<{ opening: bigint }>`
    select coalesce((
      select closing_kobo from account_day
      where account_id = ${accountId} and day < ${day}
      order by day desc limit 1
    ), 0) + coalesce((
      select sum(amount_kobo)::bigint from balance_delta
      where account_id = ${accountId} and day < ${day}
    ), 0) as opening
  `.execute(db)
  return rows[0]?.opening ?? 0n
}

/** The days in a range, both ends inclusive, with movements on an account, oldest first, exact at this instant. */
export async function accountDays(
  db: Database,
  accountId: string,
  { startDay, endDay }: { startDay: string; endDay: string },
): Promise<AccountDay[]> {
  const { rows } = await sql<AccountDay>`
    with part as (
      select day, in_kobo, out_kobo, n from account_day
      where account_id = ${accountId} and day between ${startDay} and ${endDay}
      union all
      select day, greatest(amount_kobo, 0), greatest(-amount_kobo, 0), n from balance_delta
      where account_id = ${accountId} and day between ${startDay} and ${endDay}
    ), opening as (
      select coalesce((
        select closing_kobo from account_day where account_id = ${accountId} and day < ${startDay}
        order by day desc limit 1
      ), 0) + coalesce((
        select sum(amount_kobo) from balance_delta where account_id = ${accountId} and day < ${startDay}
      ), 0) as kobo
    )
    select day, sum(in_kobo)::bigint as "inKobo", sum(out_kobo)::bigint as "outKobo", coalesce(sum(n), 0)::bigint as n,
      (opening.kobo + sum(sum(in_kobo - out_kobo)) over (order by day))::bigint as "closingKobo"
    from part, opening
    group by day, opening.kobo
    order by day
  `.execute(db)
  return rows
}

/** Serialises folding and all other changes of account days. */
export async function lockAccountDays(db: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('kobo fold balances'))`.execute(db)
}

/**
 * Adds movements to the days and updates the closings of later days. `moved` names a relation of account_id, day, in_kobo,
 * out_kobo and n; an unknown n makes its day's unknown. The caller has locked the days.
 */
export function applyDailyDeltas(moved: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with first_day as (
      select account_id, min(day) as day from ${moved} group by account_id
    ), part as (
      select account_id, day, in_kobo, out_kobo, n from ${moved}
      union all
      select standing.account_id, standing.day, in_kobo, out_kobo, n
      from account_day as standing
      join first_day on first_day.account_id = standing.account_id and standing.day >= first_day.day
      union all
      -- The opening balance sorts before every day.
      select account_id, null, coalesce((
        select closing_kobo from account_day
        where account_day.account_id = first_day.account_id and account_day.day < first_day.day
        order by account_day.day desc limit 1
      ), 0), 0, 0
      from first_day
    ), running as (
      select account_id, day, sum(in_kobo) as in_kobo, sum(out_kobo) as out_kobo,
        sum(sum(in_kobo - out_kobo)) over (partition by account_id order by day nulls first) as closing_kobo,
        case when count(*) = count(n) then sum(n) end as n
      from part group by account_id, day
    )
    insert into account_day (account_id, day, merchant_id, in_kobo, out_kobo, closing_kobo, n)
    select account_id, day, account.merchant_id, in_kobo, out_kobo, closing_kobo, n
    from running left join account on account.id = account_id
    where day is not null
    on conflict (account_id, day) do update set
      in_kobo = excluded.in_kobo, out_kobo = excluded.out_kobo, closing_kobo = excluded.closing_kobo,
      n = excluded.n`
}

/** Number of entries that one statement processes; a day of an account is never divided. */
const entriesAtOnce = 20_000

/**
 * Recomputes the days of accounts from their entries. Postings continue, folding waits: in a statement's snapshot the days are
 * the entries less the unfolded deltas, and nothing else changes them before this commits. `all` takes one statement; a list is
 * processed account by account, some days at a time.
 */
export async function rebuildAccountDays(
  db: Transaction,
  accountIds: readonly string[] | 'all',
  atOnce = entriesAtOnce,
): Promise<void> {
  await lockAccountDays(db)
  if (accountIds === 'all') {
    await sql`delete from account_day`.execute(db)
    await writeDays(db, { entryFilter: sql`true`, deltaFilter: sql`day is not null` })
    return
  }
  await sql`delete from account_day where account_id = any(${accountIds}::uuid[])`.execute(db)
  for (const accountId of accountIds) await rebuildDaysOf(db, accountId, atOnce)
}

/** Processes the oldest days first, so that each statement appends days to the existing ones. */
async function rebuildDaysOf(db: Transaction, accountId: string, atOnce: number): Promise<void> {
  const isOfAccount = sql`account_id = ${accountId}`
  for (let from: string | null = firstDay; from !== null; ) {
    const until = await dayAfterEntries(db, { accountId, from, atOnce })
    const isBefore = (day: string | null, column: RawBuilder<unknown>, start: (day: string) => unknown) =>
      day === null ? sql`` : sql` and ${column} < ${start(day)}`
    await writeDays(db, {
      entryFilter: sql`${isOfAccount} and at >= ${startOf(from)}${isBefore(until, sql`at`, startOf)}`,
      deltaFilter: sql`${isOfAccount} and day >= ${from}${isBefore(until, sql`day`, (day) => day)}`,
    })
    from = until
  }
}

/** Exclusive end of a statement's days, which hold at least `atOnce` entries; null if fewer are left. */
async function dayAfterEntries(
  db: Transaction,
  { accountId, from, atOnce }: { accountId: string; from: string; atOnce: number },
): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select ${lagosDayOf(sql`at`)} + 1 as day from entry where account_id = ${accountId} and at >= ${startOf(from)}
    order by at offset ${atOnce - 1} limit 1
  `.execute(db)
  return rows[0]?.day ?? null
}

const startOf = (day: string) => dayStart(day).toISOString()

/** Adds entries, less their unfolded deltas, to the days. */
async function writeDays(
  db: Transaction,
  { entryFilter, deltaFilter }: Record<'entryFilter' | 'deltaFilter', RawBuilder<unknown>>,
): Promise<void> {
  await sql`
    with moved as materialized (
      select account_id, day, sum(in_kobo) as in_kobo, sum(out_kobo) as out_kobo,
        case when count(*) = count(n) then sum(n) end as n
      from (
        select account_id, ${lagosDayOf(sql`at`)} as day, greatest(amount_kobo, 0) as in_kobo,
          greatest(-amount_kobo, 0) as out_kobo, 1 as n
        from entry where ${entryFilter}
        union all
        select account_id, day, -greatest(amount_kobo, 0), -greatest(-amount_kobo, 0), -n
        from balance_delta where ${deltaFilter}
      ) as part
      group by account_id, day having sum(in_kobo) <> 0 or sum(out_kobo) <> 0
    ), taken_up as (
      ${applyDailyDeltas(sql`moved`)}
    )
    select
  `.execute(db)
}

/** Nigeria is on UTC+1 all year, so that its days need no time-zone table. */
export function lagosDayOf(at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`((${at} at time zone 'UTC') + interval '1 hour')::date`
}

/**
 * Amount that an account has received since an instant. Its balance less this amount is the remainder of the balance of that
 * instant, since payments use the oldest money first. Read after the balance, so that money arriving in between makes the
 * difference smaller and never larger.
 */
export async function receivedSince(db: Transaction, accountId: string, at: Date): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo from entry
    where account_id = ${accountId} and at >= ${at.toISOString()} and amount_kobo > 0`.execute(db)
  return rows[0]?.kobo ?? 0n
}
