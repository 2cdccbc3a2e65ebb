import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import type { HitKind, HitReason } from '@kobo/contract/search'
import { type RawBuilder, sql } from 'kysely'
import { withPlannerSettings } from '../../db/with-snapshot.ts'
import { plannedOnce } from '../../db/prepared-statements.ts'
import type { Clue } from './clues.ts'
import { type Hit, hitsPerKind, type SearchContext } from './hits.ts'
import type { Meaning } from './parse-search-text.ts'
import type { Source } from './sources.ts'
import { hasFreeze } from '../../ledger/frozen-accounts.ts'

/**
 * Every clue has its index, but for a few of many rows a scan of the whole table or a sort looks cheaper to the planner.
 * Planning so many branches takes longer than running them, so one generic plan serves every text.
 */
const planner = { enable_seqscan: 'off', enable_sort: 'off', jit: 'off', plan_cache_mode: 'force_generic_plan' }

/** Limit of the candidates that are sorted, so that the cost of a search does not grow with how common a word is. */
const candidatesAtMost = 100

interface FoundRow {
  kind: HitKind
  id: string
  mode: Mode | null
  created_at: string
  title: string
  detail: string
  status: string | null
  is_frozen: boolean
  merchant_id: string | null
  wallet_id: string | null
  parent_id: string | null
  amount_kobo: bigint | null
  why: HitReason
  rank: number
}

/** Returns the first records of each clue of each source: records of this mode first, then exact matches, then the newest. */
export async function findRecords(
  { db, mode, seal }: SearchContext,
  meaning: Meaning,
  sources: readonly Source[],
): Promise<Hit[]> {
  const branches = sources.flatMap((source) => source.clues(meaning, seal).map((clue) => branchOf(source, clue, mode)))
  if (branches.length === 0) return []
  return await withPlannerSettings(db, planner, async (snapshot) => {
    const found = await sql<FoundRow>`${sql.raw(plannedOnce)}
      select found.*, coalesce(own_title, business_name) as title, concat_ws(', ', own_detail, business_name) as detail,
        ${isFrozenHit} as is_frozen
      from (${sql.join(branches, sql` union all `)}) as found left join merchant on merchant.id = merchant_id`.execute(
      snapshot,
    )
    return found.rows.map((row) => asHit(row, mode))
  })
}

const isFrozenHit = sql<boolean>`kind in ('merchant', 'wallet', 'childAccount', 'subAccount', 'store') and ${hasFreeze({
  merchantId: sql`coalesce(found.merchant_id, found.id)`,
  id: sql.ref('found.id'),
  walletId: sql.ref('found.wallet_id'),
})}`

/** Returns the query for the first records of a source that match one clue. */
function branchOf(source: Source, clue: Clue, mode: Mode): RawBuilder<unknown> {
  const { kind, title, detail } = source
  const none = sql`null`
  const parts = candidatesOf(source, clue)
  const inOrder = sql`mode = ${mode} desc, rank, created_at desc, id desc`
  const candidates = sql`(select * from (${sql.join(parts, sql` union all `)}) as part limit ${sql.lit(candidatesAtMost)}) as candidate`
  const ofCandidates = (n: number) => sql`select * from ${candidates} order by ${inOrder} limit ${sql.lit(n)}`
  const distinct = sql`(
    select * from (
      select *, row_number() over (partition by id order by rank) as nth from (${ofCandidates(parts.length * hitsPerKind)}) as found
    ) as numbered where nth = 1 order by ${inOrder} limit ${sql.lit(hitsPerKind)})`
  const first = parts.length > 1 ? distinct : sql`(${ofCandidates(hitsPerKind)})`
  return sql`(
    select ${sql.lit(kind)} as kind, ${source.id ?? sql`id`} as id, mode, created_at, ${title} as own_title, ${detail ?? none}::text as own_detail,
      ${source.status ?? none}::text as status, ${source.merchantId ?? none}::uuid as merchant_id,
      ${source.walletId ?? none}::uuid as wallet_id, ${source.parentId ?? none}::uuid as parent_id,
      ${source.amountKobo ?? none}::bigint as amount_kobo, ${sql.lit(clue.why)} as why, rank
    from ${first} as record)`
}

/**
 * Exact matches, prefix matches and partial ones; later ones are not read once there are enough. A record may be among all
 * three, because numbering so few rows is faster than excluding it from each.
 */
function candidatesOf({ table }: Source, { exact, begins, along, partial }: Clue): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = []
  const add = (where: RawBuilder<boolean>, rank: number, order = sql``) =>
    parts.push(
      sql`(select *, ${sql.lit(rank)} as rank from ${table} where ${where} ${order} limit ${sql.lit(candidatesAtMost)})`,
    )
  if (exact) add(exact, 0)
  if (begins) add(begins, 1, along && sql`order by ${along}`)
  if (partial) add(partial, 2)
  return parts
}

function asHit(row: FoundRow, lookedAt: Mode): Hit {
  const { kind, id, title, detail, why, rank } = row
  const merchantId = kind === 'merchant' ? id : row.merchant_id
  return {
    kind,
    id,
    title,
    detail,
    mode: row.mode ?? lookedAt,
    ...(merchantId !== null && { merchantId }),
    ...(row.wallet_id !== null && { walletId: row.wallet_id }),
    ...(row.parent_id !== null && { parentId: row.parent_id }),
    ...(row.amount_kobo !== null && { amount: naira(row.amount_kobo) }),
    ...(row.status !== null && { status: row.status }),
    ...(row.is_frozen && { isFrozen: true }),
    createdAt: row.created_at,
    why: [why],
    rank,
  }
}
