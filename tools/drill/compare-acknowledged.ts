import type pg from 'pg'
import type { Acknowledgement } from './signed-load.ts'

export interface Comparison {
  /** Acknowledged writes that the database lacks. */
  lost: Acknowledgement[]
  /** One text for each write that took effect more than once. */
  duplicated: string[]
}

/** Table and column by which each acknowledged write is found: once by its id, and never again under its reference. */
const places = {
  payout: { table: 'transaction', reference: 'reference', effects: 1 },
  // The debit and the credit of a transfer.
  move: { table: 'transaction', reference: 'reference', effects: 2 },
  collection: { table: 'transaction', reference: 'reference', effects: 1 },
  batch: { table: 'bulk_batch', reference: 'reference', effects: 1 },
  note: { table: 'note', reference: `substr(text, 7)`, effects: 1 },
} as const

/** Compares what was acknowledged with the database, and with the payments of the simulated switches. */
export async function compareAcknowledged(
  client: pg.ClientBase,
  acknowledged: readonly Acknowledgement[],
): Promise<Comparison> {
  const comparison: Comparison = { lost: [], duplicated: [] }
  for (const [kind, { table, reference, effects }] of Object.entries(places)) {
    const ofKind = acknowledged.filter((one) => one.kind === kind)
    const { rows: found } = await client.query<{ id: string }>(`select id from ${table} where id = any($1::uuid[])`, [
      ofKind.map(({ id }) => id),
    ])
    const ids = new Set(found.map(({ id }) => id))
    comparison.lost.push(...ofKind.filter(({ id }) => !ids.has(id)))
    const { rows: more } = await client.query<{ reference: string; count: number }>(
      `select ${reference} as reference, count(*)::int as count from ${table}
       where ${reference} = any($1::text[]) group by 1 having count(*) > $2`,
      [ofKind.map((one) => one.reference), effects],
    )
    comparison.duplicated.push(...more.map((row) => `${kind} ${row.reference}: ${row.count}`))
  }
  const { rows: paidTwice } = await client.query<{ session_id: string }>(
    `select session_id from outside.payment where code = '00' group by 1 having count(*) > 1`,
  )
  comparison.duplicated.push(...paidTwice.map((row) => `payment ${row.session_id} through two switches`))
  return comparison
}
