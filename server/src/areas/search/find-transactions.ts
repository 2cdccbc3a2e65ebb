import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { withPlannerSettings } from '../../db/with-snapshot.ts'
import { forceCustomPlan } from '../../db/prepared-statements.ts'
import { listedJoins, listedColumns, type ListedTransaction } from '../transactions/listed-transaction.ts'
import {
  nameCondition,
  pathCondition,
  residualFilters,
  type Named,
  orders,
  type SearchTerms,
  scanPath,
  type AccessPath,
  accessPathsFor,
} from './access-paths.ts'

/** Candidates per wanted row up to which all of them are read and sorted. */
const fewForEach = 20
/** Lower bound of that limit: sorting so few costs less than searching among all rows. */
const fewAtLeast = 2_000
/** Most rows that are scanned in the wanted order until enough are found. */
const maxScanned = 250_000
/** Number of counterparties above which a name is so common that scanning the newest transactions finds it. */
const fewCounterparties = 400
/** Most parts of a path whose candidates are scanned in order, each part separately. */
const fewParts = 50

/** Each path is an index, but with a limit a scan of the whole table or a sort may look cheaper to the planner. */
const planner = { enable_seqscan: 'off', enable_sort: 'off' }

export interface FoundRow extends ListedTransaction {
  merchant_name: string
  session_id: string | null
  wallet_id: string | null
}

interface Found {
  /** At most `most`. */
  total: number
  /** Whether there are more, or may be because the scan was limited. */
  isMore: boolean
  rows: FoundRow[]
}

interface Span {
  offset: number
  size: number
  most: number
}

/** Returns a page of the matching transactions of all merchants, and their number up to `most`. */
export function findTransactions(db: Database, filters: SearchTerms, span: Span, few?: number): Promise<Found> {
  return withSearchSnapshot(db, async (snapshot) => {
    const [keys = null] = filters.accountName === undefined ? [] : await counterpartyKeys(snapshot, [filters])
    return await findInSnapshot(snapshot, filters, keys, span, few)
  })
}

/** Runs searches on one snapshot. */
export function withSearchSnapshot<T>(db: Database, search: (snapshot: Database) => Promise<T>): Promise<T> {
  return withPlannerSettings(db, planner, search)
}

/** As `findTransactions`, with the keys of the wanted name's counterparties; null without a name or if there are too many. */
export async function findInSnapshot(
  snapshot: Database,
  filters: SearchTerms,
  keys: readonly string[] | null,
  { offset, size, most }: Span,
  few = Math.max(most * fewForEach, fewAtLeast),
): Promise<Found> {
  if (keys?.length === 0) return { total: 0, isMore: false, rows: [] }
  const chosen = await chooseAccessPath(snapshot, filters, keys, few)
  if (chosen === null) return { total: 0, isMore: false, rows: [] }
  const { path, reads } = chosen
  const span = { offset, size: Math.max(Math.min(size, most - offset), 0), most }
  const { total, rows } = await readAlong(snapshot, filters, path, reads, span)
  const isMore =
    total > most ||
    (reads === 'until-enough' && (await countUpTo(snapshot, maxScanned + 1, filters, path)) > maxScanned)
  return { total: Math.min(total, most), isMore, rows }
}

/** Returns for each name the keys of the counterparties that have it; null if there are too many. */
export async function counterpartyKeys(
  snapshot: Database,
  names: readonly Named[],
): Promise<(readonly string[] | null)[]> {
  const parts = names.map(
    (name, index) => sql`(
      select distinct ${sql.lit(index)} as place, key from counterparty
      where mode = ${sql.lit(name.mode)} and ${nameCondition(name, 'name')} limit ${sql.lit(fewCounterparties + 1)})`,
  )
  const { rows } = await sql<{ place: number; key: string }>`${sql.raw(forceCustomPlan)}
    ${sql.join(parts, sql` union all `)}`.execute(snapshot)
  return names.map((_, index) => {
    const keys = rows.filter((row) => row.place === index).map(({ key }) => key)
    return keys.length > fewCounterparties ? null : keys
  })
}

/**
 * How much of a path is read: its first rows, if all of them match and are in the wanted order; the whole, if that is little;
 * or rows in the wanted order until enough match.
 */
type Reads = 'first' | 'whole' | 'until-enough'

/** Returns null if a path has no rows, so that nothing matches. */
async function chooseAccessPath(
  db: Database,
  filters: SearchTerms,
  keys: readonly string[] | null,
  few: number,
): Promise<{ path: AccessPath; reads: Reads } | null> {
  const paths = accessPathsFor(filters, keys)
  const { by } = orders[filters.order]
  const ordered = paths.filter(({ order }) => order === by)
  const exactPath = [...ordered, scanPath(filters)].find((path) => residualFilters(filters, path).length === 0)
  if (exactPath) return { path: exactPath, reads: 'first' }
  for (const path of paths) {
    if (path.isShort && by === 'amount') return { path, reads: 'whole' }
    const count = await countUpTo(db, few + 1, filters, path)
    if (count === 0) return null
    if (count <= few) return { path, reads: 'whole' }
  }
  const path = ordered.find(({ parts }) => parts <= fewParts) ?? scanPath(filters)
  return { path, reads: 'until-enough' }
}

async function countUpTo(db: Database, most: number, filters: SearchTerms, path: AccessPath): Promise<number> {
  const { over, along } = path
  const { rows } = await sql<{ n: number }>`${sql.raw(forceCustomPlan)}
    select count(*)::int as n from (
      select from ${over} cross join lateral (
        select from transaction where ${pathCondition(filters, path)} order by ${along} limit ${most}
      ) as candidate limit ${most}
    ) as counted
  `.execute(db)
  return rows[0]?.n ?? 0
}

/** Reads the first matches, one more than are counted, and a page of them with all shown columns. */
async function readAlong(
  db: Database,
  filters: SearchTerms,
  path: AccessPath,
  reads: Reads,
  { offset, size, most }: Span,
): Promise<{ total: number; rows: FoundRow[] }> {
  const { by, columns } = orders[filters.order]
  const { over, along, parts } = path
  const first = (n: number): RawBuilder<unknown> => sql`order by ${columns} limit ${n}`
  const ofPath = sql`from transaction where ${pathCondition(filters, path)}`
  // Parts in the order of amounts are at most two statuses, whose first rows are few.
  const isBounded = reads === 'first' && parts > 1 && by === 'time'
  const candidates = {
    first: isBounded ? sql`${ofPath} and ${isWithinBound(filters)}` : ofPath,
    // Sorted in the index's own order, so that the planner does not take another index for the wanted order.
    whole: sql`from (select * ${ofPath} order by ${along}) as candidate where ${allOf(residualFilters(filters, path))}`,
    'until-enough': sql`from (select * ${ofPath} ${first(maxScanned)}) as candidate where ${allOf(residualFilters(filters, path))}`,
  }[reads]
  const { rows } = await sql<(FoundRow | { id: null }) & { total: number }>`${sql.raw(forceCustomPlan)}
    with ${isBounded ? boundOf(filters, path, most) : sql``} found as materialized (
      select wanted.* from ${isBounded ? sql`part natural join near` : over} cross join lateral (
        select id, created_at, amount_kobo ${candidates} ${first(most + 1)}
      ) as wanted ${first(most + 1)}
    ), page as (
      select id, row_number() over (order by ${columns}) as place from found ${first(size)} offset ${offset}
    )
    select counted.total, ${listedColumns}, t.session_id, t.wallet_id, merchant.business_name as merchant_name
    from (select count(*)::int as total from found) as counted
    left join page on true
    left join lateral (select * from transaction where id = page.id offset 0) as t on true
    left join merchant on merchant.id = t.merchant_id
    ${listedJoins}
    order by page.place
  `.execute(db)
  // A page without rows is one row with only the total.
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is FoundRow & { total: number } => row.id !== null),
  }
}

/**
 * Computes the instant within which the first rows lie, and the parts that reach it: of twice as many rows as wanted, read
 * evenly from all parts, that many lie within it. So little of each part is read, whatever its size.
 */
function boundOf(filters: SearchTerms, path: AccessPath, most: number): RawBuilder<unknown> {
  const { columns } = orders[filters.order]
  const { over, parts } = path
  return sql`part as materialized (select row_number() over () as nth, * from ${over}),
  head as materialized (
    select nth, id, created_at from part cross join lateral (
      select id, created_at from transaction where ${pathCondition(filters, path)}
      order by ${columns} limit ${Math.ceil((2 * (most + 1)) / parts)}
    ) as first_of_part
  ),
  bound as (select created_at from head order by ${columns} offset ${most} limit 1),
  near as (select distinct nth from head where ${isWithinBound(filters)}),`
}

function isWithinBound({ order }: SearchTerms): RawBuilder<boolean> {
  return order === 'oldest'
    ? sql`created_at <= coalesce((select created_at from bound), 'infinity')`
    : sql`created_at >= coalesce((select created_at from bound), '-infinity')`
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
}
