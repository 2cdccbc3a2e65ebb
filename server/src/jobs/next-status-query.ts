import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Instant and number of the next status query of a transaction; null if none is waiting. */
export async function nextStatusQuery(
  db: Kysely<Tables>,
  kind: 'requery' | 'card-question',
  transactionId: string,
): Promise<{ at: string; number: number | null } | null> {
  const { rows } = await sql<{ at: string; number: number | null }>`
    select start_after as at, (data ->> 'attempt')::int as number from pgboss.job
    where name = ${kind} and state < 'active' and data ->> 'transactionId' = ${transactionId}
    order by (data ->> 'attempt')::int desc nulls last, start_after limit 1
  `.execute(db)
  return rows[0] ?? null
}
