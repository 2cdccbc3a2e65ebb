import { Alert } from '@mantine/core'
import { Naira } from '../../money/naira.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { splitReceipt } from '../../status/statuses.ts'
import { Code } from '../../ui/code.tsx'
import { PanelMoment } from '../../ui/dates.tsx'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { Section } from '../../ui/section.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { type SampleReceipt, sampleReceipts } from './sample-receipts.ts'
import classes from './split-receipts.module.css'

const fields: FieldOf<SampleReceipt>[] = [
  ['Status', ({ status }) => <StatusTag of={status} map={splitReceipt} />],
  ['Date', ({ date }) => <PanelMoment at={date} />],
  ['Business name', ({ businessName }) => businessName],
  ['Amount', ({ amount }) => <Naira amount={amount} />],
  ['Subaccount', ({ subaccount }) => subaccount],
  ['Split type', ({ splitType }) => splitType],
  ['Sender', ({ sender }) => sender],
  ['Reference', ({ reference }) => <Code value={reference} />],
  ['Session ID', ({ sessionId }) => <Code value={sessionId} />],
]

/** Preview of split receipts with sample data. */
export function SplitReceipts({ onClose }: { onClose: () => void }) {
  return (
    <SidePanel title="Split Receipts" onClose={onClose}>
      <div className={classes.receipts}>
        <Alert title="Sample data">These receipts are examples. No money has moved.</Alert>
        {sampleReceipts.map((receipt, place) => (
          <Section key={receipt.reference} title={`Receipt ${place + 1}`} aside="Sample data">
            <Fields of={receipt} fields={fields} />
          </Section>
        ))}
      </div>
    </SidePanel>
  )
}
