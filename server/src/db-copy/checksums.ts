import type pg from 'pg'
import type { CopiedTable } from './tables.ts'

export interface Sums {
  /** Over all tables. */
  rows: number
  /** Figures by name. */
  figures: Map<string, string>
}

/** Returns the row count of each table and the ledger's totals, in kobo. */
export async function checksums(client: pg.ClientBase, tables: CopiedTable[]): Promise<Sums> {
  const figures = new Map<string, string>()
  let total = 0
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: string }>(`select count(*)::text as n from ${name}`)
    const n = rows[0]?.n ?? ''
    figures.set(`rows of ${name}`, n)
    total += Number(n)
  }
  const { rows } = await client.query<{ what: string; figure: string }>(ledgerSums)
  for (const { what, figure } of rows) figures.set(what, figure)
  return { rows: total, figures }
}

/** Returns one sentence for each figure that differs. */
export function differences(expected: Sums, found: Sums): string[] {
  const every = [...new Set([...expected.figures.keys(), ...found.figures.keys()])]
  return every
    .map((what) => ({ what, was: expected.figures.get(what) ?? 'nothing', is: found.figures.get(what) ?? 'nothing' }))
    .filter(({ was, is }) => was !== is)
    .map(({ what, was, is }) => `${what}: ${was} became ${is}`)
}

const ledgerSums = `
  select 'entries of ' || mode || ' accounts of kind ' || kind as what, count(*) || ', ' || sum(amount_kobo) || ' kobo' as figure
  from entry join account on account.id = account_id group by mode, kind
  union all
  select 'all entries', count(*) || ', ' || coalesce(sum(amount_kobo), 0) || ' kobo' from entry
  union all
  select 'balances of ' || mode || ' accounts of kind ' || kind,
    sum(booked_kobo) || ' kobo booked, ' || sum(available_kobo) || ' kobo available'
  from account group by mode, kind
  union all
  select 'transactions of ' || mode || ' that are ' || status, count(*) || ', ' || sum(amount_kobo) || ' kobo'
  from transaction group by mode, status`
