import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { type ComponentType, lazy, type ReactNode } from 'react'
import type { Column, Panel, PanelProps } from '../list/define-list.ts'
import { defineRecord } from './define-record.ts'

interface Definition<C extends Call, T> {
  /** The key of the address that names the record. */
  key: string
  /** As a sentence names it: `scheduled payout`. */
  name: string
  title: string
  request: (id: string) => Request<C>
  /** Said as the columns of a list are. */
  fields: readonly Column<T>[]
  footer?: (record: T) => ReactNode
}

/** A panel beside a list that shows a record field by field; the call's reply holds it under `of`. */
export function panel<C extends Call, K extends keyof Data<C>>(call: C, of: K) {
  return <Row,>({ key, name, request, ...shown }: Definition<C, Data<C>[K]>): Panel<Row> => {
    const kind = defineRecord(call, (reply) => reply[of])({ name, request })
    return ownPanel(key, async () => {
      const { RecordPanel } = await import('./record-panel.tsx')
      return ({ id, onClose }: PanelProps<Row>) => <RecordPanel {...{ kind, id, onClose }} {...shown} />
    })
  }
}

/** A panel, or a dialog, of an area's own, loaded when it is first opened. */
export function ownPanel<Row>(key: string, load: () => Promise<ComponentType<PanelProps<Row>>>): Panel<Row> {
  return { key, Panel: lazy(async () => ({ default: await load() })) }
}
