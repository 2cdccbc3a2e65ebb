import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Number of waiting jobs per lane. */
export async function countWaiting(db: Kysely<Tables>, lanes: readonly string[]): Promise<Map<string, number>> {
  if (lanes.length === 0) return new Map()
  const { rows } = await sql<{ lane: string; waiting: number }>`
    select lane, count(*)::int as waiting
    from pgboss.job, unnest(string_to_array(singleton_key, ' ')) as lane
    where state < 'active'
      and lane = any(${lanes}::text[])
    group by lane`.execute(db)
  return new Map(rows.map(({ lane, waiting }) => [lane, waiting]))
}
