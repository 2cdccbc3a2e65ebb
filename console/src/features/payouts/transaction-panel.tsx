import { payoutTransaction } from '../../status/statuses.ts'
import { TransactionDetails } from '../../transaction/transaction-dialog.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { TransactionLink } from './payout-panel.tsx'

interface TransactionPanelProps {
  transactionId: string
  onClose: () => void
}

/** A payout or another bank transaction, beside the list that it stands in. */
export function TransactionPanel({ transactionId, onClose }: TransactionPanelProps) {
  return (
    <SidePanel title="Transaction Summary" onClose={onClose} footer={<TransactionLink transactionId={transactionId} />}>
      <TransactionDetails transactionId={transactionId} statuses={payoutTransaction} onClose={onClose} />
    </SidePanel>
  )
}
