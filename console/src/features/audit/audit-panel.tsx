import { type AuditEntry, audit } from '@kobo/contract/audit'
import { hasHistory } from '@kobo/contract/kit/record-histories'
import type { PanelProps } from '../../list/define-list.ts'
import { MerchantLink } from '../../people/merchant-link.tsx'
import { defineRecord } from '../../record/define-record.ts'
import { ChangeTable } from '../../record/history/change-table.tsx'
import { RecordButtons } from '../../record/record-buttons.tsx'
import { entryRecord, RecordLink } from '../../record/history/record-link.tsx'
import { Record } from '../../record/record.tsx'
import { PanelMoment } from '../../ui/dates.tsx'
import { Copyable } from '../../ui/code.tsx'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { orEmpty } from '../../ui/format-text.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import classes from './audit-panel.module.css'
import { modeText } from './mode-text.ts'

const entryKind = defineRecord(audit.info, (reply) => reply.entry, { name: 'entry of the audit' })

/** One entry of the audit: who, what, when, why and from where, with the changes. */
export function AuditPanel({ id, onClose }: Pick<PanelProps<unknown>, 'id' | 'onClose'>) {
  const found = entryKind.useFound(id)
  const entry = found.record
  return (
    <SidePanel
      title="Audit entry"
      onClose={onClose}
      tools={
        entry && hasHistory(entry.recordType) && <RecordButtons of={{ type: entry.recordType, id: entry.recordId }} />
      }
    >
      <Record of={entryKind} from={found} onClose={onClose}>
        <Fields of={entry} fields={fields} />
        {entry && entry.changes.length > 0 && (
          <>
            <h3 className={classes.heading}>Changes</h3>
            <ChangeTable of={entry.changes} />
          </>
        )}
      </Record>
    </SidePanel>
  )
}

const fields: FieldOf<AuditEntry>[] = [
  ['What', ({ title }) => title],
  ['Date', ({ createdAt }) => <PanelMoment at={createdAt} />],
  ['Who', ({ staffName }) => staffName ?? 'Nobody signed in'],
  ['Proposed by', ({ makerName }) => orEmpty(makerName)],
  ['Record', (entry) => <RecordLink of={entryRecord(entry)} />],
  [
    'Merchant',
    ({ merchantId, merchantName }) =>
      merchantId ? <MerchantLink merchant={{ id: merchantId, businessName: merchantName }} /> : orEmpty(null),
  ],
  ['Mode', ({ mode }) => modeText(mode)],
  ['Reason', ({ reason }) => orEmpty(reason), 'row'],
  ['Network address', ({ address }) => orEmpty(address)],
  ['Device', ({ device }) => orEmpty(device)],
  [
    'Request ID',
    ({ requestId }) =>
      requestId ? (
        <Copyable value={requestId} label="Copy request ID" toast="Request ID copied successfully" />
      ) : (
        orEmpty(null)
      ),
  ],
]
