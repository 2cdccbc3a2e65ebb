import type { Mode } from '@kobo/contract/kit/mode'
import type { Step } from '../../engine/trail.ts'
import type { Random } from '../random.ts'
import type { Draft } from './book.ts'
import { encoded } from './copy-rows.ts'
import type { HistoryTables } from './history-tables.ts'
import type { Holders } from './holders.ts'
import type { Numbering } from './numbering.ts'

/** What trails are made with. */
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

/** One step: what the overview says of it, and what was asked and answered. */
export interface Told {
  category: Step
  at: number
  sentence?: string
  completed?: boolean
  log?: { code?: string | null; request?: object; response?: object }
}

/** Writes a step's rows; a later one of the same category leaves the overview as it is. */
export function writeTold(
  { numbers, holders, tables }: Pick<TrailInput, 'numbers' | 'holders' | 'tables'>,
  { id, holder }: Draft,
  { category, at, sentence, completed = true, log }: Told,
): void {
  if (log) {
    const rows = tables.payout_log
    rows.row(8)
    rows.uuid(numbers.id(at))
    rows.uuid(holders.merchantIds, holder * 16)
    rows.uuid(id)
    rows.instant(at)
    rows.ascii(category)
    rows.text(log.code ? encoded(log.code) : null)
    rows.json(log.request ?? null)
    rows.json(log.response ?? null)
  }
  if (sentence === undefined) return
  const rows = tables.activity
  rows.row(7)
  rows.uuid(numbers.id(at))
  rows.uuid(holders.merchantIds, holder * 16)
  rows.uuid(id)
  rows.instant(at)
  rows.ascii(category)
  rows.boolean(completed)
  rows.text(encoded(sentence))
}
