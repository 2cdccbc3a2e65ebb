import type { Call } from '@kobo/contract/kit/call'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { filterFor, registerDialogs } from './dialog-registry.ts'
import type { ExportableRow, Filter } from './filter.ts'

export type Column<Row> = {
  title: string
  align?: 'right'
  /** Pixels that it should have at least. */
  width?: number
} & (ToRead<Row> | ToClick<Row>)

interface ToRead<Row> {
  /** The cell's content in a downloaded file, and on the screen where there is no `cell`. */
  text: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
}

/** What there is only to click is no matter for a file. */
interface ToClick<Row> {
  text?: undefined
  cell: (row: Row) => ReactNode
}

export interface Card<Reply> {
  label: string
  value: (reply: Reply) => number | string | null | undefined
  /** The whole of which the value is a part, shown as a percentage. */
  of?: (reply: Reply) => number
}

export interface Words {
  failed: string
  refetch: string
  empty: string
  filterTitle: string
}

export type ListRow = ExportableRow & { id: string }
export type ListReply = { totalRecords?: number }
export type Fixed<K extends string> = Partial<Record<K, string | number | boolean>>

/** A call that answers a page of rows. */
export type ListCall<Reply> = Call & { query: z.ZodObject; reply: z.ZodType<Reply> }

/** What one list shows, asks and says; `K` are the keys of its call's query. */
interface Definition<K extends string, Reply, Row> {
  /** Its kind: names its dialogs, its remembered choices and its files. */
  name: string
  /** What it is a list of. */
  title: string
  columns: readonly Column<Row>[]
  cards?: readonly Card<Reply>[]
  search?: { key: K; label: string }
  /** The fields of its export dialog. */
  exports?: readonly Filter<(keyof Row & string) | 'startDate' | 'endDate'>[]
  /** Filters that the address keeps, and under which names; the others live in the history entry alone. */
  urlNames?: Partial<Record<string, string>>
  /** What every request carries. */
  always?: Fixed<K>
  /** The tab (`status`) that Reset returns to, when it is not the present one. */
  resetTo?: string
  words?: Partial<Words>
  /** Where a row leads: an address, or keys that are added to the present one. */
  open?: (row: Row) => string | Record<string, string>
}

/** A list may leave its filters out only if its call understands the default dialog's days. */
type Filters<K extends string> = [('startDate' | 'endDate') & K] extends [never]
  ? { filters: readonly Filter<K>[] }
  : { filters?: readonly Filter<K>[] }

export interface List<Reply, Row> extends Omit<Definition<string, Reply, Row>, 'words' | 'exports'> {
  call: ListCall<Reply>
  rows: (reply: Reply) => readonly Row[]
  filters: readonly Filter[]
  words: Words
}

const usualWords: Words = {
  failed: 'Error Fetching List',
  refetch: 'Refetch List',
  empty: 'No List Record Found',
  filterTitle: 'Filter by',
}

/**
 * Declares a list on one of the contract's calls; `rows` finds its rows in the reply. In two steps, because only then do
 * the rows' types reach every column by themselves.
 */
export function defineList<Query extends z.ZodObject, Reply extends ListReply, Row extends ListRow>(
  call: Call & { query: Query; reply: z.ZodType<Reply> },
  rows: (reply: Reply) => readonly Row[],
) {
  type K = keyof z.output<Query> & string
  return (definition: Definition<K, Reply, Row> & Filters<K>): List<Reply, Row> => {
    const { words, exports, filters, ...rest } = definition
    registerDialogs(rest.name, { filters, exports })
    return { ...rest, call, rows, filters: filterFor(rest.name), words: { ...usualWords, ...words } }
  }
}
