import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { inSnapshot } from '../../db/in-snapshot.ts'
import { nameMatches } from '../../db/like.ts'
import { plannedAnew } from '../../db/named-statements.ts'
import { besideListed, listedColumns, type ListedTransaction } from '../transactions/listed-transaction.ts'
import { isOfTime, isWanted, orders, type Wanted, walkIn, type Way, waysTo } from './transaction-ways.ts'

/** So many candidates for each row that is wanted are all taken and put in order. */
const fewForEach = 20
/** But for a few rows no fewer than these, which is less work than looking for them among all. */
const fewAtLeast = 2_000
/** In the order that is asked for, so many are looked at until enough are found. */
const lookedAtMost = 250_000
/** A name that more counterparties have is so common that looking at everybody's newest finds it. */
const fewCounterparties = 400

export interface FoundRow extends ListedTransaction {
  merchant_name: string
  session_id: string | null
  wallet_id: string | null
}

interface Found {
  /** At most `most`. */
  total: number
  /** Whether there are more, or may be, since not all could be looked at. */
  isMore: boolean
  rows: FoundRow[]
}

/** A page of the transactions that are looked for, of whichever merchant, and how many there are, up to `most`. */
export function findTransactions(
  db: Database,
  wanted: Wanted,
  { offset, size, most }: { offset: number; size: number; most: number },
): Promise<Found> {
  return inSnapshot(db, async (snapshot) => {
    const keys = await counterpartiesCalled(snapshot, wanted)
    if (keys?.length === 0) return { total: 0, isMore: false, rows: [] }
    // Each way is an index: taken as asked for one's limit, a whole table may look cheaper than what is needed of it.
    await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(
      snapshot,
    )
    const { way, isWhole } = await chooseWay(snapshot, wanted, keys, Math.max(most * fewForEach, fewAtLeast))
    const span = { offset, size: Math.max(Math.min(size, most - offset), 0), most }
    const { total, rows } = await readAlong(snapshot, wanted, way, isWhole, span)
    const isMore = total > most || (!isWhole && (await isMoreThan(snapshot, lookedAtMost, wanted, way)))
    return { total: Math.min(total, most), isMore, rows }
  })
}

/** The keys of those who are called so; null where no name is asked for, or where too many have it. */
async function counterpartiesCalled(db: Transaction, { mode, accountName }: Wanted): Promise<string[] | null> {
  if (accountName === undefined) return null
  const found = await db
    .selectFrom('counterparty')
    .select('key')
    .distinct()
    .where('mode', '=', mode)
    .where(nameMatches('name', accountName))
    .limit(fewCounterparties + 1)
    .execute()
  return found.length > fewCounterparties ? null : found.map(({ key }) => key)
}

/** One that has few candidates in all, or else one whose order is that which is asked for. */
async function chooseWay(db: Transaction, wanted: Wanted, keys: readonly string[] | null, few: number) {
  const ways = waysTo(wanted, keys)
  const ordered = ways.find(({ order }) => order === orders[wanted.order].by)
  const [only] = ways
  if (ways.length === 1 && only === ordered && only) return { way: only, isWhole: false }
  for (const way of ways) {
    if (!(await isMoreThan(db, few, wanted, way))) return { way, isWhole: true }
  }
  return { way: ordered ?? walkIn(wanted.order), isWhole: false }
}

async function isMoreThan(db: Transaction, n: number, wanted: Wanted, way: Way): Promise<boolean> {
  const { over, where, along } = way
  const { rows } = await sql<{ n: number }>`${sql.raw(plannedAnew)}
    select count(*)::int as n from (
      select from ${over} cross join lateral (
        select from transaction where ${isOfTime(wanted)} and ${where} order by ${along} limit ${n + 1}
      ) as candidate limit ${n + 1}
    ) as counted
  `.execute(db)
  return (rows[0]?.n ?? 0) > n
}

/** The first of them, one more than are counted, and of these a page with all that is shown. */
async function readAlong(
  db: Transaction,
  wanted: Wanted,
  { over, where, along }: Way,
  isWhole: boolean,
  { offset, size, most }: { offset: number; size: number; most: number },
): Promise<{ total: number; rows: FoundRow[] }> {
  const { columns } = orders[wanted.order]
  const first = (n: number): RawBuilder<unknown> => sql`order by ${columns} limit ${n}`
  // In the index's own order, so that the planner takes no other index for the order that is asked for.
  const candidates = isWhole ? sql`order by ${along}` : first(lookedAtMost)
  const { rows } = await sql<(FoundRow | { id: null }) & { total: number }>`${sql.raw(plannedAnew)}
    with found as materialized (
      select wanted.* from ${over} cross join lateral (
        select id, created_at, amount_kobo
        from (select * from transaction where ${isOfTime(wanted)} and ${where} ${candidates}) as candidate
        where ${isWanted(wanted)} ${first(most + 1)}
      ) as wanted ${first(most + 1)}
    ), page as (
      select id, row_number() over (order by ${columns}) as place from found ${first(size)} offset ${offset}
    )
    select counted.total, ${listedColumns}, t.session_id, t.wallet_id, merchant.business_name as merchant_name
    from (select count(*)::int as total from found) as counted
    left join page on true
    left join lateral (select * from transaction where id = page.id offset 0) as t on true
    left join merchant on merchant.id = t.merchant_id
    ${besideListed}
    order by page.place
  `.execute(db)
  // A page without rows is one row that has the total alone.
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is FoundRow & { total: number } => row.id !== null),
  }
}
