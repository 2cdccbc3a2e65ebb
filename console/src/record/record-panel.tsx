import type { ReactNode } from 'react'
import type { Column } from '../list/define-list.ts'
import { type FieldOf, Fields } from '../ui/fields.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import type { RecordKind } from './define-record.ts'
import { Record } from './record.tsx'

interface RecordPanelProps<T> {
  kind: RecordKind<T, never>
  id: string
  title: string
  fields: readonly Column<T>[]
  footer?: (record: T) => ReactNode
  onClose: () => void
}

/** A record field by field, beside the list that it stands in. */
export function RecordPanel<T>({ kind, id, title, fields, footer, onClose }: RecordPanelProps<T>) {
  const found = kind.useFound(id)
  return (
    <SidePanel title={title} onClose={onClose} footer={found.record !== undefined && footer?.(found.record)}>
      <Record of={kind} from={found} onClose={onClose}>
        <Fields of={found.record} fields={fields.map(fieldOf)} />
      </Record>
    </SidePanel>
  )
}

/** A column, read as a field. */
function fieldOf<T>({ title, cell, text }: Column<T>): FieldOf<T> {
  return [title, (record) => (cell ? cell(record) : text?.(record).toLocaleString('en-NG'))]
}
