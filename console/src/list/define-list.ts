import type { Call } from '@kobo/contract/kit/call'
import { type ComponentType, type Context, createContext, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Changing } from '../api/use-poll-interval.ts'
import { formatCount } from '../ui/format-count.ts'
import { filterFor, registerDialogs } from './dialog-registry.ts'
import type { Filter } from './filter.ts'
import type { Fixed, ListCall, ListReply, ListRow } from './list-call.ts'
import type { ListContextValue } from './list-context.ts'

export type Column<Row> = {
  title: string
  align?: 'right'
  /** Dims the column. */
  tone?: 'dim'
  /** Minimum width in pixels. */
  width?: number
  /** Amount in naira. The list's first amount column is never hidden for lack of space. */
  isAmount?: true
  /** Whether the column is never hidden for lack of space; by default `fit` decides. */
  stays?: boolean
  /** Hidden until the operator selects it. */
  onDemand?: boolean
} & (ToRead<Row> | ToClick<Row> | ToFollow<Row>)

interface ToRead<Row> {
  /** Cell content in exports, and on screen unless there is a `cell`. */
  text: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
  /** Content in a panel, instead of `cell`. */
  inPanel?: (row: Row) => ReactNode
  link?: undefined
}

/** Control without text, which exports omit. */
interface ToClick<Row> {
  text?: undefined
  cell: (row: Row) => ReactNode
  link?: undefined
}

/** Second link of the row. Without `to`, it opens the list's panel. */
interface ToFollow<Row> {
  text?: undefined
  cell?: undefined
  link: { label: string; to?: ((row: Row) => string) | undefined }
}

/** Returns the content of a cell on screen. */
export function shownIn<Row>({ cell, text }: Column<Row>, row: Row): ReactNode {
  if (cell) return cell(row)
  const value = text?.(row)
  return typeof value === 'number' ? formatCount(value) : value
}

/** Props of a panel beside the list. */
export interface PanelProps<Row> {
  id: string
  /** Undefined if the row is not on the current page. */
  row: Row | undefined
  /** The rows are still loading. */
  loading: boolean
  /** Parameters of every request of the list, such as the record whose page contains it. */
  fixed: Fixed<string>
  onClose: () => void
}

/** Detail panel of a row, opened by a search param. */
export interface Panel<Row> {
  key: string
  Panel: ComponentType<PanelProps<Row>>
  /** Preloads the panel. */
  load: () => Promise<unknown>
}

/** Action of a row's menu: an address or a dialog. */
export type MenuItem<Row> = { text: string } & (
  | { to: string }
  | { Dialog: ComponentType<{ row: Row; onClose: () => void }> }
)

export interface Card<Reply> {
  label: string
  value: (reply: Reply) => number | string | null | undefined
  /** Total of which the value is a part, shown as a percentage; undefined hides it. */
  of?: (reply: Reply) => number | undefined
  /** What the card counts, if not what the list shows. */
  note?: string
}

export interface ListTexts {
  failed: string
  refetch: string
  empty: string
  /** Replaces `empty` if the server did not scan all records. */
  beyond?: string
  filterTitle: string
}

/** Declaration of a list. `K` are the query keys of its call. */
interface Definition<K extends string, Reply, Row> {
  /** Identifies the list's dialogs, stored preferences and exports. */
  name: string
  title: string
  columns: readonly Column<Row>[]
  cards?: readonly Card<Reply>[]
  search?: { key: K; label: string }
  /** Fields of the export dialog. */
  exports?: readonly Filter<(keyof Row & string) | 'startDate' | 'endDate'>[]
  /** Sort orders that the search params may name. No dialog offers them. */
  order?: Filter<K>
  /** Search params of the filters kept in the URL. Other filters are kept in the history entry only. */
  urlNames?: Partial<Record<string, string>>
  /** Parameters of every request. */
  always?: Fixed<K>
  /** Tab (`status`) that Reset returns to, if not the current one. */
  resetTo?: string
  words?: Partial<ListTexts>
  /** Page of a row. A row without one opens the panel. */
  open?: (row: Row) => string | undefined
  panel?: Panel<Row>
  /** Menu of a row, opened by a button at its end. */
  menu?: (row: Row) => readonly MenuItem<Row>[]
  /** Whether the rows may change without the operator, in which case the list is polled. */
  changes?: (reply: Reply) => Changing
}

/** Filters may be omitted only if the call accepts the days of the default dialog. */
type Filters<K extends string> = [('startDate' | 'endDate') & K] extends [never]
  ? { filters: readonly Filter<K>[] }
  : { filters?: readonly Filter<K>[] }

export interface List<Reply, Row> extends Omit<Definition<string, Reply, Row>, 'words' | 'exports' | 'order'> {
  call: ListCall<Reply>
  /** Context of the list's state and data. */
  Shown: Context<ListContextValue<Reply, Row> | null>
  rows: (reply: Reply) => readonly Row[]
  filters: readonly Filter[]
  order?: Filter
  words: ListTexts
}

const defaultWords: ListTexts = {
  failed: 'Error Fetching List',
  // Spelled as required (LIST-05).
  refetch: 'Refetct List',
  empty: 'No List Record Found',
  filterTitle: 'Filter by',
}

/** Keys of a reply that hold rows. */
type RowsKey<Reply> = { [K in keyof Reply]: Reply[K] extends readonly ListRow[] ? K : never }[keyof Reply]
type RowOf<Reply, K extends keyof Reply> = Reply[K] extends readonly (infer Row extends ListRow)[] ? Row : never

/**
 * Declares a list on a call of the contract, whose reply holds the rows under `key`. Curried, so that the row type is inferred
 * for every column.
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
    const Shown = createContext<ListContextValue<Reply, Row> | null>(null)
    const rows = (reply: Reply) => reply[key] as readonly Row[]
    const allFilters = [...filterFor(rest.name), ...(rest.order ? [rest.order] : [])]
    return { ...rest, call, rows, Shown, filters: allFilters, words: { ...defaultWords, ...words } }
  }
}
