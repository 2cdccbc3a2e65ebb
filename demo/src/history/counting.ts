import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { every, everyMerchant } from '@kobo/server/ledger/counters/scopes'
import { dayMs } from '../calendar.ts'
import type { CopyRows } from './copy-rows.ts'
import type { Holders } from './holders.ts'
import { allKinds, type Kind } from './kinds.ts'
import { lagosDayIndex } from './timetable.ts'

/** Counts transactions in chronological order, by day and by merchant and month. */
export interface Counting {
  count(kind: Kind, owner: number, at: number, successKobo: number | null): void
  /** Writes the counts not yet written. */
  end(): void
}

const figures = 3
const cellSize = allKinds.length * figures

export function counting(holders: Holders, into: CopyRows): Counting {
  const indexes = new Int32Array(holders.count)
  for (const [index, position] of holders.businesses.entries()) indexes[position] = index
  const ofDay = new Float64Array(cellSize)
  const ofMonth = new Float64Array(holders.businesses.length * cellSize)
  let day = Number.NaN
  let monthEnd = Number.NaN
  let month = Number.NaN

  const write = (cells: Float64Array, at: number, index: number, merchant: number | null) => {
    for (const kind of allKinds) {
      const cell = at + kind.position * figures
      const n = cells[cell] ?? 0
      if (n === 0) continue
      into.row(8)
      if (merchant === null) into.nothing()
      else into.uuid(holders.merchantIds, merchant * 16)
      into.text(kind.scope)
      into.text(kind.type)
      into.text(kind.category)
      into.day(index)
      into.bigint(n)
      into.bigint(cells[cell + 1] ?? 0)
      into.bigint(cells[cell + 2] ?? 0)
    }
  }
  const endDay = () => {
    write(ofDay, 0, day, null)
    ofDay.fill(0)
  }
  const endMonth = () => {
    for (const [index, position] of holders.businesses.entries()) write(ofMonth, index * cellSize, month, position)
    ofMonth.fill(0)
  }
  const turnTo = (today: number) => {
    if (!Number.isNaN(day)) endDay()
    day = today
    if (today < monthEnd) return
    if (!Number.isNaN(month)) endMonth()
    const date = new Date(today * dayMs)
    month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / dayMs
    monthEnd = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) / dayMs
  }
  const add = (cells: Float64Array, cell: number, successKobo: number | null) => {
    cells[cell] = (cells[cell] ?? 0) + 1
    if (successKobo === null) return
    cells[cell + 1] = (cells[cell + 1] ?? 0) + 1
    cells[cell + 2] = (cells[cell + 2] ?? 0) + successKobo
  }

  return {
    count(kind, owner, at, successKobo) {
      const today = lagosDayIndex(at)
      if (today !== day) turnTo(today)
      const cell = kind.position * figures
      add(ofDay, cell, successKobo)
      add(ofMonth, (indexes[owner] ?? 0) * cellSize + cell, successKobo)
    },
    end() {
      if (Number.isNaN(day)) return
      endDay()
      endMonth()
    },
  }
}

/** Creates the temporary table that holds counts until the end of the transaction. */
export async function makeCountTable(db: Transaction): Promise<void> {
  await sql`
    create temporary table if not exists history_count (
      merchant_id uuid, scope text, type text, category text, day date, n bigint, n_success bigint, success_kobo bigint
    ) on commit drop
  `.execute(db)
}

/** Adds the collected counts to the counters: every cell, and the totals over types and categories. */
export async function addCounts(db: Transaction, mode: Mode): Promise<void> {
  await sql`
    insert into count_day (mode, scope, type, category, day, n, n_success, success_kobo)
    select ${mode}, scope, t.type, c.category, day, sum(n), sum(n_success), sum(success_kobo)
    from history_count as h, lateral (values (h.type), (${every})) as t (type),
      lateral (values (h.category), (${every})) as c (category)
    where merchant_id is null group by 2, 3, 4, 5
    on conflict (mode, scope, type, category, day) do update set n = count_day.n + excluded.n,
      n_success = count_day.n_success + excluded.n_success,
      success_kobo = count_day.success_kobo + excluded.success_kobo
  `.execute(db)
  await sql`
    insert into count_month (mode, scope, merchant_id, type, category, month, n, n_success, success_kobo)
    select ${mode}, scope, m.merchant_id, t.type, c.category, day, sum(n), sum(n_success), sum(success_kobo)
    from history_count as h, lateral (values (h.type), (${every})) as t (type),
      lateral (values (h.category), (${every})) as c (category),
      lateral (values (h.merchant_id), (${everyMerchant}::uuid)) as m (merchant_id)
    where h.merchant_id is not null group by 2, 3, 4, 5, 6
    on conflict (mode, scope, merchant_id, type, category, month) do update set n = count_month.n + excluded.n,
      n_success = count_month.n_success + excluded.n_success,
      success_kobo = count_month.success_kobo + excluded.success_kobo
  `.execute(db)
  await sql`truncate history_count`.execute(db)
}
