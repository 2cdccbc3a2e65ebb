import type { RecordType } from '@kobo/contract/kit/record-kinds'
import type { WorkKind } from '@kobo/contract/kit/work-kinds'
import { type RawBuilder, sql } from 'kysely'
import { bankName } from '../../rails/banks.ts'

/** Record that requires work, as the query of its source returns it. */
export interface OpenRecord {
  mode: string
  subject_id: string
  name: string
  merchant_id: string | null
  opened_at: string
  amount_kobo: bigint | null
  /** Record whose page shows it. */
  parent_id: string | null
  /** Due time of the record itself; null if the clock of its kind decides. */
  due_at: string | null
  /** Since when its clock stands still. */
  paused_at: string | null
  /** What it has in common with others that one item may stand for; null if it always has its own. */
  cause: string | null
  count: number
}

/** Condition that chooses records by their id. */
export type Within = (id: RawBuilder<unknown>) => RawBuilder<boolean>

/** Query for records that require work. A record of several queries has the same row in each. */
export type OpenQuery = (now: Date, within: Within) => RawBuilder<OpenRecord>

/** Where the work of a kind comes from. */
export interface WorkSource {
  kind: WorkKind
  /** Queries for the records that require work now; their number, not that of all records, decides what they cost. */
  open: readonly OpenQuery[]
  /** Whether its records have a cause, so that one item may stand for many of them. */
  sharesCauses?: true
  /** Query for the ids of the source's records that a write touched, by the type of the audited records. */
  touched: Partial<Record<RecordType, (ids: RawBuilder<string[]>) => RawBuilder<unknown>>>
  /** Condition for news about the record of `item` since it was snoozed; missing if nothing tells. */
  news?: RawBuilder<boolean>
}

/** The audited records themselves. */
export const themselves = (ids: RawBuilder<string[]>) => sql`select unnest(${ids}::uuid[])`

type Column = Exclude<keyof OpenRecord, 'mode' | 'subject_id' | 'name' | 'merchant_id' | 'opened_at'>

const absent: Record<Column, RawBuilder<unknown>> = {
  amount_kobo: sql`null::bigint`,
  parent_id: sql`null::uuid`,
  due_at: sql`null::timestamptz`,
  paused_at: sql`null::timestamptz`,
  cause: sql`null::text`,
  count: sql`1`,
}

/** Builds the query of a source; columns that its records lack are empty. */
export function selectOpen(
  columns: Record<Exclude<keyof OpenRecord, Column>, RawBuilder<unknown>> &
    Partial<Record<Column, RawBuilder<unknown>>>,
  from: RawBuilder<unknown>,
): RawBuilder<OpenRecord> {
  const selected = Object.entries({ ...absent, ...columns }).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  return sql`select ${sql.join(selected)} from ${from}`
}

/** Cause of a payment that is unconfirmed or failed: the bank and the route, which many share when one of them is down. */
export function causeOfPayment(table: string): RawBuilder<unknown> {
  const [bank, route] = [sql.ref(`${table}.beneficiary_bank_code`), sql.ref(`${table}.route`)]
  return sql`case when ${bank} is not null then concat_ws(' ', ${bank}, ${route}) end`
}

/** Returns a cause as a person reads it: `Zenith Bank over NIP`. */
export function causeName(cause: string): string {
  const [code = '', route] = cause.split(' ')
  const bank = bankName(code) ?? `Bank ${code}`
  return route === undefined ? bank : `${bank} over ${route}`
}

/** Whether a provider has responded otherwise than before since the item of a payment was snoozed. */
export function hasNewResponse(transactionId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from payout_log
    where transaction_id = ${transactionId} and created_at > item.snoozed_at and response_code is distinct from (
      select response_code from payout_log
      where transaction_id = ${transactionId} and created_at <= item.snoozed_at and response_code is not null
      order by created_at desc, id desc limit 1)
      and response_code is not null)`
}
