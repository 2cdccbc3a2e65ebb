import type { PanelProps } from '../../list/define-list.ts'
import { payoutTransaction } from '../../status/statuses.ts'
import { TransactionDetails } from '../../transaction/transaction-dialog.tsx'
import { TransactionLink } from '../../transaction/transaction-link.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'

/** A payout or another bank transaction, beside the list that it stands in. */
export function TransactionPanel({ id, onClose }: Pick<PanelProps<unknown>, 'id' | 'onClose'>) {
  return (
    <SidePanel title="Transaction Summary" onClose={onClose} footer={<TransactionLink transactionId={id} />}>
      <TransactionDetails transactionId={id} statuses={payoutTransaction} onClose={onClose} />
    </SidePanel>
  )
}
