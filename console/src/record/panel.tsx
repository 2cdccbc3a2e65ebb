import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { RecordType } from '@kobo/contract/kit/record-kinds'
import type { ComponentType, ReactNode } from 'react'
import { idKeyOf } from '../api/use-api-query.ts'
import { type Column, type Shared, shownIn } from '../list/define-list.ts'
import { emptyValue } from '../ui/format-text.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { defineRecord } from './define-record.ts'

const RecordPanel = lazyComponent(() => import('./record-panel.tsx'), 'RecordPanel', { over: true })

interface Definition<C extends Call, T, Title extends string> {
  title: string
  /** Search param that identifies the record, by default the call's. */
  key?: string
  /** Name within a sentence, by default that of the call's ID. */
  name?: string
  request?: (id: string) => Request<C>
  /** Whether the record will soon change without the operator, by default as its row would. */
  changes?: (record: T) => boolean
  /** Declared like the columns of a list. Titles name columns of the panel's own list. */
  fields: readonly (Column<T> | readonly Title[])[]
  /** Omits empty fields instead of showing a placeholder. */
  withoutEmpty?: true
  /** Content below the fields and the record's alert. */
  footer?: (record: T) => ReactNode
  /** Kind of the record, if it has a history. */
  history?: RecordType
}

interface Props<T, Title extends string> {
  id: string
  /** The record of a panel that names columns, with its ID, has all that a row of the list has. */
  list: [Title] extends [never] ? unknown : Shared<T & { id: string }, Title>
  onClose: () => void
}

interface DeclaredPanel<T, Title extends string> {
  key: string
  Panel: (props: Props<T, Title>) => ReactNode
  load: () => Promise<unknown>
}

/** Declares a panel beside a list that shows the fields of a record. The call's reply holds it under `property`. */
export function panel<C extends Call, K extends keyof Data<C>, const Title extends string = never>(
  call: C,
  property: K,
  definition: Definition<C, Data<C>[K], Title>,
): DeclaredPanel<Data<C>[K], Title> {
  return panelOf(call, (reply) => reply[property], definition)
}

/** Declares a panel whose record is the whole reply. */
export function replyPanel<C extends Call, const Title extends string = never>(
  call: C,
  definition: Definition<C, Data<C>, Title>,
): DeclaredPanel<Data<C>, Title> {
  return panelOf(call, (reply) => reply, definition)
}

function panelOf<C extends Call, T, Title extends string>(
  call: C,
  select: (reply: Data<C>) => T,
  { key = idKeyOf(call), fields, title, withoutEmpty, footer, history, ...rest }: Definition<C, T, Title>,
): DeclaredPanel<T, Title> {
  const kind = defineRecord(call, select, rest)
  const namesColumns = fields.some((field) => !('title' in field))
  function Panel({ id, list, onClose }: Props<T, Title>) {
    const shared = isShared<T, Title>(list) ? list : undefined
    const changes = namesColumns ? shared?.changes : undefined
    const found = kind.useFound(id, changes && ((row) => changes({ ...row, id })))
    const record = found.record === undefined ? undefined : { ...found.record, id }
    const all = fields.flatMap((field) =>
      'title' in field ? [field] : field.flatMap((named) => shared?.columns[named] ?? []),
    )
    const shown = withoutEmpty && record !== undefined ? all.filter((field) => !isEmpty(field, record)) : all
    const values = shown.map((field) => [field.title, record !== undefined && inPanel(field, record)] as const)
    return (
      <RecordPanel
        {...{ kind, found, title, id, onClose }}
        fields={values}
        alert={alertOf(record)}
        history={history && { type: history, id }}
        footer={record !== undefined && footer?.(record)}
      />
    )
  }
  return { key, Panel, load: RecordPanel.load }
}

/** The list of a panel that names columns; the type of its declaration says so. */
function isShared<T, Title extends string>(list: unknown): list is Shared<T & { id: string }, Title> {
  return typeof list === 'object' && list !== null && 'columns' in list
}

function alertOf(record: unknown): string | undefined {
  const isAlerting = typeof record === 'object' && record !== null && 'alert' in record
  return isAlerting && typeof record.alert === 'string' ? record.alert : undefined
}

function inPanel<T>(field: Column<T>, record: T): ReactNode {
  return field.text && field.inPanel ? field.inPanel(record) : shownIn(field, record)
}

function isEmpty<T>(field: Column<T>, record: T): boolean {
  return (field.text ? field.text(record) : shownIn(field, record)) === emptyValue
}

/** Declares a custom panel or dialog, loaded when first opened. */
export function customPanel<Name extends string, File extends Record<Name, ComponentType<never>>>(
  key: string,
  source: () => Promise<File>,
  name: Name,
) {
  const Panel = lazyComponent(source, name, { over: true })
  return { key, Panel, load: Panel.load }
}
