import type { Call } from '@kobo/contract/kit/call'
import { type ComponentType, type Context, createContext, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Changing } from '../api/use-poll-interval.ts'
import { formatCount } from '../ui/format-count.ts'
import { filterFor, registerDialogs } from './dialog-registry.ts'
import type { Filter } from './filter.ts'
import type { SelectedRows } from './selection.ts'
import type { Fixed, ListCall, ListReply, ListRow } from './list-call.ts'
import type { ListShown } from './list-context.ts'

export type Column<Row> = {
  title: string
  align?: 'right'
  /** Second in rank to the eye. */
  tone?: 'dim'
  /** Pixels that it should have at least. */
  width?: number
  /** Naira: the first of them stays where there is no room for all columns. */
  isAmount?: true
  /** Whether it stays where there is no room for all columns; where nothing is said, `fit` decides. */
  stays?: boolean
  /** Shows once it is chosen among the columns. */
  onDemand?: boolean
} & (ToRead<Row> | ToClick<Row> | ToFollow<Row>)

interface ToRead<Row> {
  /** The cell's content in a downloaded file, and on the screen where there is no `cell`. */
  text: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
  /** What a panel shows instead. */
  inPanel?: (row: Row) => ReactNode
  link?: undefined
}

/** What there is only to click is no matter for a file. */
interface ToClick<Row> {
  text?: undefined
  cell: (row: Row) => ReactNode
  link?: undefined
}

/** A second link of the row; without an address it opens the list's panel. */
interface ToFollow<Row> {
  text?: undefined
  cell?: undefined
  link: { label: string; to?: ((row: Row) => string) | undefined }
}

/** What a column shows of a row. */
export function shownIn<Row>({ cell, text }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row)
  const value = text?.(row)
  return typeof value === 'number' ? formatCount(value) : value
}

/** What a panel beside the list is told. */
export interface PanelProps<Row> {
  id: string
  /** The row, where it is among those that are shown. */
  row: Row | undefined
  /** The rows are still on their way. */
  loading: boolean
  /** What joins every request of the list, such as the record whose page it stands on. */
  fixed: Fixed<string>
  onClose: () => void
}

/** One record of the list beside it, named by a key of the address. */
export interface Panel<Row> {
  key: string
  Panel: ComponentType<PanelProps<Row>>
  /** Loads it before it is opened. */
  load: () => Promise<unknown>
}

/** One thing that can be done from a row's menu: an address to go to, or a dialog to open. */
export type MenuItem<Row> = { text: string } & (
  | { to: string }
  | { Dialog: ComponentType<{ row: Row; onClose: () => void }> }
)

export interface Card<Reply> {
  label: string
  value: (reply: Reply) => number | string | null | undefined
  /** The whole of which the value is a part, shown as a percentage; nothing where the screen does not show it. */
  of?: (reply: Reply) => number | undefined
  /** What it counts, where that is not what the list shows. */
  note?: string
}

export interface Words {
  failed: string
  refetch: string
  empty: string
  /** Instead of `empty`, where the server has not looked at all that there is. */
  beyond?: string
  filterTitle: string
}

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
  /** The orders that its address may name, which no dialog offers. */
  order?: Filter<K>
  /** Filters that the address keeps, and under which names; the others live in the history entry alone. */
  urlNames?: Partial<Record<string, string>>
  /** What every request carries. */
  always?: Fixed<K>
  /** The tab (`status`) that Reset returns to, when it is not the present one. */
  resetTo?: string
  words?: Partial<Words>
  /** The page that a row leads to; a row without one opens the panel. */
  open?: (row: Row) => string | undefined
  panel?: Panel<Row>
  /** What can be done about a row, behind a button at its end. */
  menu?: (row: Row) => readonly MenuItem<Row>[]
  /** Rows can be chosen for this, several at once; it stands above them while any are. */
  Actions?: ComponentType<{ chosen: SelectedRows<Row>; onDone: () => void }>
  /** Whether what is shown changes by itself, or by a colleague: it is then asked again by the clock. */
  changes?: (reply: Reply) => Changing
}

/** A list may leave its filters out only if its call understands the default dialog's days. */
type Filters<K extends string> = [('startDate' | 'endDate') & K] extends [never]
  ? { filters: readonly Filter<K>[] }
  : { filters?: readonly Filter<K>[] }

export interface List<Reply, Row> extends Omit<Definition<string, Reply, Row>, 'words' | 'exports' | 'order'> {
  call: ListCall<Reply>
  /** What is shown of it where it stands. */
  Shown: Context<ListShown<Reply, Row> | null>
  rows: (reply: Reply) => readonly Row[]
  filters: readonly Filter[]
  order?: Filter
  words: Words
}

const usualWords: Words = {
  failed: 'Error Fetching List',
  refetch: 'Refetch List',
  empty: 'No List Record Found',
  filterTitle: 'Filter by',
}

/** The keys of a reply under which it holds rows. */
type RowsKey<Reply> = { [K in keyof Reply]: Reply[K] extends readonly ListRow[] ? K : never }[keyof Reply]
type RowOf<Reply, K extends keyof Reply> = Reply[K] extends readonly (infer Row extends ListRow)[] ? Row : never

/**
 * Declares a list on one of the contract's calls, whose reply holds the rows under `key`. In two steps, because only then
 * do the rows' types reach every column by themselves.
 */
export function defineList<Query extends z.ZodObject, Reply extends ListReply, Key extends RowsKey<Reply>>(
  call: Call & { query: Query; reply: z.ZodType<Reply> },
  key: Key,
) {
  type K = keyof z.output<Query> & string
  type Row = RowOf<Reply, Key>
  return (definition: Definition<K, Reply, Row> & Filters<K>): List<Reply, Row> => {
    const { words, exports, filters, ...rest } = definition
    registerDialogs(rest.name, { filters, exports })
    const Shown = createContext<ListShown<Reply, Row> | null>(null)
    const rows = (reply: Reply) => reply[key] as readonly Row[]
    const all = [...filterFor(rest.name), ...(rest.order ? [rest.order] : [])]
    return { ...rest, call, rows, Shown, filters: all, words: { ...usualWords, ...words } }
  }
}
