import { naira } from '@kobo/contract/kit/naira'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'

/** A row with its number of child accounts and its balance. */
export interface Holding {
  accounts: bigint
  kobo: bigint
}

/** Totals over all matching rows. */
interface Totals {
  total_records: bigint
  total_accounts: bigint
  total_kobo: bigint
}

/** Totals of an empty result. */
export const noTotals: Totals = { total_records: 0n, total_accounts: 0n, total_kobo: 0n }

/** The totals as API fields. */
export function asTotals({ total_records, total_accounts, total_kobo }: Totals) {
  return {
    totalRecords: Number(total_records),
    totalChildAccounts: Number(total_accounts),
    totalBalance: naira(total_kobo),
  }
}

/**
 * Returns a page of the matching rows, newest first, and the totals over all of them: one snapshot, one statement. Suits tables
 * far smaller than the transactions, since all matching rows are scanned.
 */
export async function readPageWithTotals<Row extends Holding & { id: string; created_at: string }>(
  db: Database,
  matching: RawBuilder<Row>,
  { page, size }: { page: number; size: number },
): Promise<{ totals: Totals; rows: Row[] }> {
  const { rows } = await sql<Totals & (Row | { id: null })>`
    with matching as materialized (${matching}), total as (
      select count(*) as total_records, coalesce(sum(accounts), 0)::bigint as total_accounts,
        coalesce(sum(kobo), 0)::bigint as total_kobo
      from matching
    )
    select total.*, shown.*
    from total left join (
      select * from matching order by created_at desc, id desc limit ${size} offset ${(page - 1) * size}
    ) as shown on true
    order by shown.created_at desc, shown.id desc
  `.execute(db)
  const [first] = rows
  if (!first) throw new Error('The totals query returned no row')
  // A page without rows is one row that has the totals alone.
  return { totals: first, rows: rows.filter((row): row is Totals & Row => row.id !== null) }
}
