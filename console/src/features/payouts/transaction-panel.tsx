import type { TransactionRow } from '@kobo/contract/transaction-records'
import type { PanelProps } from '../../list/define-list.ts'
import { Naira } from '../../money/naira.tsx'
import { StatusTag } from '../../status/status-tag.tsx'
import { payoutTransaction } from '../../status/statuses.ts'
import { TransactionDetails } from '../../transaction/transaction-dialog.tsx'
import { TransactionReference } from '../../transaction/transaction-summary.tsx'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { transactionRecord } from '../../transaction/transaction-record.ts'
import { orEmpty } from '../../ui/format-text.ts'
import { type FieldOf, Fields } from '../../ui/fields.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'

/** Side panel of a payout or other bank transaction. Shows the list's row immediately while the details load. */
export function TransactionPanel({ id, onClose }: Pick<PanelProps<unknown>, 'id' | 'onClose'>) {
  const { state, known } = transactionRecord.useFound(id)
  return (
    <SidePanel title="Transaction Summary" onClose={onClose} footer={<TransactionLink transactionId={id} />}>
      {state === 'loading' && known ? (
        <Fields of={known} fields={rowFields} />
      ) : (
        <TransactionDetails transactionId={id} statuses={payoutTransaction} onClose={onClose} />
      )}
    </SidePanel>
  )
}

/** Fields that a list's row contains. */
const rowFields: FieldOf<TransactionRow>[] = [
  ['From', ({ originatorAccountName }) => orEmpty(originatorAccountName)],
  ['To', ({ beneficiaryAccountName }) => orEmpty(beneficiaryAccountName)],
  ['Amount', ({ amount }) => <Naira amount={amount} />],
  ['Status', ({ status }) => <StatusTag of={status} map={payoutTransaction} />],
  ['Reference', ({ reference }) => <TransactionReference value={reference} />],
]
