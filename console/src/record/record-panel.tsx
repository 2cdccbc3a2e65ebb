import type { ReactNode } from 'react'
import { Fields } from '../ui/fields.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import type { Found } from './define-record.ts'
import { RecordState, type RecordWords } from './record.tsx'

interface RecordPanelProps {
  kind: RecordWords
  found: Found<unknown, unknown>
  title: string
  /** Labels and values; a bar stands for each value until the record is there. */
  fields: readonly (readonly [label: string, value: ReactNode])[]
  footer?: ReactNode
  onClose: () => void
}

/** A record field by field, beside the list that it stands in. */
export function RecordPanel({ kind, found, title, fields, footer, onClose }: RecordPanelProps) {
  return (
    <SidePanel title={title} onClose={onClose} footer={footer}>
      <RecordState of={kind} from={found} onClose={onClose}>
        <Fields
          of={found.record === undefined ? undefined : found}
          fields={fields.map(([label, value]) => [label, () => value])}
        />
      </RecordState>
    </SidePanel>
  )
}
