import type { Call, Data, Request } from '@kobo/contract/kit/call'
import type { ComponentType, ReactNode } from 'react'
import { type Column, type Panel, type PanelProps, shownIn } from '../list/define-list.ts'
import { emptyValue } from '../ui/empty-value.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { defineRecord } from './define-record.ts'

const RecordPanel = lazyComponent(() => import('./record-panel.tsx'), 'RecordPanel', { over: true })

interface Definition<C extends Call, T> {
  /** The key of the address that names the record. */
  key: string
  /** As a sentence names it: `scheduled payout`. */
  name: string
  title: string
  request: (id: string) => Request<C>
  /** Whether it is about to change by itself. */
  changes?: (record: T) => boolean
  /** Said as the columns of a list are. */
  fields: readonly Column<T>[]
  /** Fields without a value are left out, where they would say so otherwise. */
  withoutEmpty?: true
  footer?: (record: T) => ReactNode
}

/** A panel beside a list that shows a record field by field; the call's reply holds it under `of`. */
export function panel<C extends Call, K extends keyof Data<C>>(call: C, of: K) {
  return panelOf(call, (reply) => reply[of])
}

/** The same of a record that `of` finds in the reply. */
export function panelOf<C extends Call, T>(call: C, of: (reply: Data<C>) => T) {
  return <Row,>({ key, name, title, request, changes, fields, withoutEmpty, footer }: Definition<C, T>): Panel<Row> => {
    const kind = defineRecord(call, of)({ name, request, ...(changes && { changes }) })
    function DeclaredPanel({ id, onClose }: PanelProps<Row>) {
      const found = kind.useFound(id)
      const { record } = found
      const shown = withoutEmpty && record !== undefined ? fields.filter((field) => !isEmpty(field, record)) : fields
      const written = shown.map((field) => [field.title, record !== undefined && inPanel(field, record)] as const)
      const foot = record !== undefined && footer?.(record)
      return <RecordPanel {...{ kind, found, title, onClose }} fields={written} footer={foot} />
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

/** A panel, or a dialog, of an area's own, loaded when it is first opened. */
export function customPanel<Name extends string, File extends Record<Name, ComponentType<never>>>(
  key: string,
  source: () => Promise<File>,
  name: Name,
) {
  const Panel = lazyComponent(source, name, { over: true })
  return { key, Panel, load: Panel.load }
}
