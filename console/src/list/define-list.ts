import type { Call } from '@kobo/contract/kit/call'
import { type ComponentType, type Context, createContext, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Changing } from '../api/use-poll-interval.ts'
import { formatCount } from '../ui/format-count.ts'
import { sentenceCase } from '../ui/format-text.ts'
import { filterFor, registerDialogs } from './dialog-registry.ts'
import type { Filter, FilterValues } from './filter.ts'
import type { Fixed, ListCall, ListReply, ListRow } from './list-call.ts'
import type { ListContextValue } from './list-context.ts'
import type { RowDialogProps } from './row-dialogs.tsx'

export type Column<Row, Title extends string = string> = {
  title: Title
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
  /** Shown only if the server accepts our additions. */
  addition?: true
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

/** Part of a list that its panel shares. */
export interface Shared<Row, Title extends string = string> {
  /** Columns by their titles. */
  columns: Readonly<Record<Title, Column<Row>>>
  changes: ((row: Row) => Changing) | undefined
}

/** Props of a panel beside the list. */
export interface PanelProps<Row, Title extends string = string> {
  id: string
  list: Shared<Row, Title>
  /** Undefined if the row is not on the current page. */
  row: Row | undefined
  /** The rows are still loading. */
  loading: boolean
  /** Parameters of every request of the list, such as the record whose page contains it. */
  fixed: Fixed<string>
  onClose: () => void
}

/** Detail panel of a row, opened by a search param. */
export interface Panel<Row, Title extends string = string> {
  key: string
  Panel: (props: PanelProps<Row, Title>) => ReactNode
  /** Preloads the panel. */
  load: () => Promise<unknown>
}

/** Action of a row's menu: an address, or a dialog with its call, for operators whose role allows it. */
export type MenuItem<Row> = { text: string } & (
  | { to: string }
  | { call: Call; Dialog: ComponentType<RowDialogProps<Row>> }
)

/** How the open rows of a list are decided one by one. */
export interface Queue<Row, K extends string = string> {
  /** Call of the decision, for operators whose role allows it. */
  call: Pick<Call, 'permission'>
  /** Request of the open rows, the most urgent first. An empty text removes a filter of the list. */
  items: Fixed<K>
  /** Name of a row, as it is announced. */
  nameOf: (row: Row) => string | null | undefined
  /** Address of the list, if its rows open pages. */
  address?: string
}

export interface Card<Reply> {
  label: string
  value: (reply: Reply) => number | string | null | undefined
  /** Total of which the value is a part, shown as a percentage; undefined hides it. */
  of?: (reply: Reply) => number | undefined
  /** Filters that list exactly the rows which the value counts, in addition to the current ones. */
  filters?: FilterValues
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
interface Definition<K extends string, Reply, Row, Title extends string = string> {
  /** Identifies the list's dialogs, stored preferences and exports. */
  name: string
  /** By default that of the name: `Payment links` of `payment-links`. */
  title?: string
  cards?: readonly Card<Reply>[]
  search?: {
    key: K
    label: string
    /** Label for roles that may not search by email address, if this list is searched by it. */
    maskedLabel?: string
  }
  /** Fields of the export dialog, if not those of the filter dialog. */
  exports?: readonly Filter<(keyof Row & string) | 'startDate' | 'endDate'>[]
  /** Filters that only links of the page set. No dialog offers them. */
  linked?: readonly Filter<K>[]
  /** Search params of the filters kept in the URL. Other filters are kept in the history entry only. */
  urlNames?: Partial<Record<string, string>>
  /** Parameters of every request. */
  always?: Fixed<K>
  /** Tab (`status`) that Reset returns to, if not the current one. */
  resetTo?: string
  words?: Partial<ListTexts>
  queue?: Queue<Row, K>
  /** Page of a row. A row without one opens the panel. */
  open?: (row: Row) => string | undefined
  panel?: Panel<Row, Title>
  /** Menu of a row, opened by a button at its end. */
  menu?: (row: Row) => readonly MenuItem<Row>[]
  /** Call of a menu that holds actions only. Rows have no menu for operators whose role does not allow it. */
  menuCall?: Call
  /** Whether a row may change without the operator, in which case the list and the panel of the row are polled. */
  changes?: (row: Row) => Changing
  /** Whether any row may change, if not for its own sake. */
  changesWhile?: (reply: Reply) => Changing
}

/** Filters may be omitted only if the call accepts the days of the default dialog. */
type Filters<K extends string> = [('startDate' | 'endDate') & K] extends [never]
  ? { filters: readonly Filter<K>[] }
  : { filters?: readonly Filter<K>[] }

export interface List<Reply, Row>
  extends Omit<Definition<string, Reply, Row>, 'title' | 'words' | 'exports' | 'linked'> {
  title: string
  call: ListCall<Reply>
  columns: readonly Column<Row>[]
  /** Context of the list's state and data. */
  Shown: Context<ListContextValue<Reply, Row> | null>
  rows: (reply: Reply) => readonly Row[]
  filters: readonly Filter[]
  linked: readonly Filter[]
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

/** Declares a list on a call of the contract, whose reply holds the rows under `key`. */
export function defineList<
  Query extends z.ZodObject,
  Reply extends ListReply,
  Key extends RowsKey<Reply>,
  const Columns extends readonly Column<RowOf<Reply, Key>>[],
>(
  call: Call & { query: Query; reply: z.ZodType<Reply> },
  key: Key,
  // Only the columns are inferred from it, so that the call determines the type of their rows.
  definition: { columns: Columns } & NoInfer<
    Definition<keyof z.output<Query> & string, Reply, RowOf<Reply, Key>, Columns[number]['title']> &
      Filters<keyof z.output<Query> & string>
  >,
): List<Reply, RowOf<Reply, Key>> {
  type Row = RowOf<Reply, Key>
  type Declared = Definition<string, Reply, Row> & { columns: Columns; filters?: readonly Filter[] }
  const {
    title = sentenceCase(definition.name.replaceAll('-', '_')),
    words,
    exports,
    filters,
    linked = [],
    ...rest
  } = definition as Declared
  registerDialogs(rest.name, { filters, exports })
  const Shown = createContext<ListContextValue<Reply, Row> | null>(null)
  const rows = (reply: Reply) => reply[key] as readonly Row[]
  const allFilters = [...filterFor(rest.name), ...linked]
  return { ...rest, title, call, rows, Shown, linked, filters: allFilters, words: { ...defaultWords, ...words } }
}
