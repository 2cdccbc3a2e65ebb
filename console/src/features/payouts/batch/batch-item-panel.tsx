import type { BulkItem } from '@kobo/contract/payouts'
import { IconFileUnknown } from '@tabler/icons-react'
import { Code } from '../../../ui/code.tsx'
import { PanelMoment } from '../../../ui/dates.tsx'
import { orEmpty } from '../../../ui/format-text.ts'
import { Naira } from '../../../money/naira.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { bulkItem } from '../../../status/statuses.ts'
import { type FieldOf, Fields } from '../../../ui/fields.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { StateView } from '../../../ui/state-view.tsx'
import { TransactionLink } from '../../../transaction/transaction-link.tsx'
import type { PanelProps } from '../../../list/define-list.ts'

/** Item that was not sent when the panel opened, with its reason or warning. */
export function BatchItemPanel({ row: item, loading, onClose }: PanelProps<BulkItem>) {
  return (
    <SidePanel
      title="Batch item"
      onClose={onClose}
      footer={item?.transactionId && <TransactionLink transactionId={item.transactionId} />}
    >
      {item || loading ? (
        <Fields of={item} fields={fields} />
      ) : (
        <StateView
          icon={<IconFileUnknown size={22} />}
          text="This item is not on this page"
          action={{ text: 'Close', onClick: onClose }}
        />
      )}
    </SidePanel>
  )
}

const fields: FieldOf<BulkItem>[] = [
  ['Status', ({ status }) => <StatusTag of={status} map={bulkItem} />],
  ['Date created', ({ createdAt }) => <PanelMoment at={createdAt} />],
  ['Account name', ({ accountName }) => orEmpty(accountName)],
  ['Bank name', ({ bankName }) => orEmpty(bankName)],
  ['Account number', ({ accountNumber }) => <Code value={accountNumber} />],
  ['Amount', ({ amount }) => <Naira amount={amount} />],
  ['Reference', ({ reference }) => <Code value={reference} />],
  ['Narration', ({ narration }) => orEmpty(narration)],
  ['Reason', ({ reason }) => orEmpty(reason)],
  ['Warning', ({ warning }) => orEmpty(warning)],
]
