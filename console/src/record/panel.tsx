import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { ComponentType, ReactNode } from 'react'
import { type Column, type Panel, type PanelProps, shownIn } from '../list/define-list.ts'
import { emptyValue } from '../ui/format-text.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { defineRecord } from './define-record.ts'

const RecordPanel = lazyComponent(() => import('./record-panel.tsx'), 'RecordPanel', { over: true })

interface Definition<C extends Call, T> {
  /** Search param that identifies the record. */
  key: string
  /** Name within a sentence: `scheduled payout`. */
  name: string
  title: string
  request: (id: string) => Request<C>
  /** Whether the record will soon change without the operator. */
  changes?: (record: T) => boolean
  /** Declared like the columns of a list. */
  fields: readonly Column<T>[]
  /** Omits empty fields instead of showing a placeholder. */
  withoutEmpty?: true
  footer?: (record: T) => ReactNode
}

/** Declares a panel beside a list that shows the fields of a record. The call's reply holds it under `property`. */
export function panel<C extends Call, K extends keyof Data<C>>(call: C, property: K) {
  return panelOf(call, (reply) => reply[property])
}

/** Declares a panel whose record `select` returns from the reply. */
export function panelOf<C extends Call, T>(call: C, select: (reply: Data<C>) => T) {
  return <Row,>({ key, name, title, request, changes, fields, withoutEmpty, footer }: Definition<C, T>): Panel<Row> => {
    const kind = defineRecord(call, select)({ name, request, ...(changes && { changes }) })
    function DeclaredPanel({ id, onClose }: PanelProps<Row>) {
      const found = kind.useFound(id)
      const { record } = found
      const shown = withoutEmpty && record !== undefined ? fields.filter((field) => !isEmpty(field, record)) : fields
      const values = shown.map((field) => [field.title, record !== undefined && inPanel(field, record)] as const)
      const footerContent = record !== undefined && footer?.(record)
      return <RecordPanel {...{ kind, found, title, onClose }} fields={values} footer={footerContent} />
    }
    return { key, Panel: DeclaredPanel, load: RecordPanel.load }
  }
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
