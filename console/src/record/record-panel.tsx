import type { RecordReference } from '@kobo/contract/kit/record-kinds'
import type { ReactNode } from 'react'
import { Fields } from '../ui/fields.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { SidePanel } from '../ui/side-panel.tsx'
import { QueueBar } from '../list/queue/queue-bar.tsx'
import type { Found } from './define-record.ts'
import { RecordButtons } from './record-buttons.tsx'
import { PanelInQueue } from './panel-pager.tsx'
import { RecordState, type RecordTexts } from './record.tsx'
import { WorkBar } from './work/work-bar.tsx'

interface RecordPanelProps {
  kind: RecordTexts
  found: Found<unknown, unknown>
  title: string
  /** Labels and values. Skeletons replace the values until the record has loaded. */
  fields: readonly (readonly [label: string, value: ReactNode])[]
  /** Shown above the footer. */
  alert: string | undefined
  footer?: ReactNode
  /** Record whose notes and history can be opened. */
  history?: Pick<RecordReference, 'type' | 'id'> | undefined
  id: string
  onClose: () => void
}

/** Side panel with the fields of a record. */
export function RecordPanel({ kind, found, title, fields, alert, footer, history, id, onClose }: RecordPanelProps) {
  return (
    <PanelInQueue id={id}>
      <SidePanel
        title={title}
        onClose={onClose}
        tools={history && <RecordButtons of={history} />}
        bar={history && <WorkBar of={history} place="panel" />}
        footer={
          (alert || footer) && (
            <>
              <ErrorAlert alert={alert} />
              {footer}
            </>
          )
        }
      >
        <QueueBar />
        <RecordState of={kind} from={found} onClose={onClose}>
          <Fields
            of={found.record === undefined ? undefined : found}
            fields={fields.map(([label, value]) => [label, () => value])}
          />
        </RecordState>
      </SidePanel>
    </PanelInQueue>
  )
}
