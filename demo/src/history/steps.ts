import type { Mode } from '@kobo/contract/kit/mode'
import type { TransactionRow } from '@kobo/server/engine/transaction-row'
import { type TrailEntry, trailRows } from '@kobo/server/engine/trail'
import type { Random } from '../random.ts'
import { asRow } from './as-row.ts'
import type { Draft } from './book.ts'
import { encoded } from './copy-rows.ts'
import type { HistoryTables } from './history-tables.ts'
import type { Holders } from './holders.ts'
import type { Numbering } from './numbering.ts'

/** Dependencies of trails. */
export interface TrailInput {
  mode: Mode
  random: Random
  numbers: Numbering
  holders: Holders
  tables: HistoryTables
  now: number
  /** Transactions before this instant have no trail. */
  since: Date | null
}

/** Transaction whose trail is written. */
export interface ReportedPayment {
  draft: Draft
  row: TransactionRow
  /** Writes entries at an instant, in this order, in the engine's form. */
  tell(at: number, ...entries: TrailEntry[]): void
}

export function reportPayment(input: TrailInput, draft: Draft): ReportedPayment {
  const row = asRow(draft, input)
  return {
    draft,
    row,
    tell: (at, ...entries) => write(input, draft, trailRows([{ transaction: row, at: new Date(at), entries }])),
  }
}

function write(
  { numbers, holders, tables }: TrailInput,
  { id, holder }: Draft,
  { logs, steps }: ReturnType<typeof trailRows>,
): void {
  for (const { ms, category, code, request, response } of logs) {
    const rows = tables.payout_log
    rows.row(8)
    rows.uuid(numbers.id(ms))
    rows.uuid(holders.merchantIds, holder * 16)
    rows.uuid(id)
    rows.instant(ms)
    rows.ascii(category)
    rows.text(code === null ? null : encoded(code))
    rows.json(request)
    rows.json(response)
  }
  for (const { ms, category, completed, sentence } of steps) {
    const rows = tables.activity
    rows.row(7)
    rows.uuid(numbers.id(ms))
    rows.uuid(holders.merchantIds, holder * 16)
    rows.uuid(id)
    rows.instant(ms)
    rows.ascii(category)
    rows.boolean(completed)
    rows.text(encoded(sentence))
  }
}
