import { WideDialog } from '../ui/dialog.tsx'
import { Record } from '../record/record.tsx'
import { merchantTransaction, type StatusMap } from '../status/statuses.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { TransactionLink } from './transaction-link.tsx'
import { transactionRecord } from './transaction-record.ts'
import { TransactionSummary } from './transaction-summary.tsx'

/** Details of a transaction over its list, with a link to its own page. */
export function TransactionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <WideDialog title="Transaction details" onClose={onClose} footer={<TransactionLink transactionId={id} />}>
      <TransactionDetails transactionId={id} statuses={merchantTransaction} onClose={onClose} />
    </WideDialog>
  )
}

interface TransactionDetailsProps {
  transactionId: string
  onClose: () => void
  /** Statuses as shown on the screen below. */
  statuses: StatusMap
}

/** Details of a transaction for any dialog or panel. */
export function TransactionDetails({ transactionId, statuses, onClose }: TransactionDetailsProps) {
  const found = transactionRecord.useFound(transactionId)
  return (
    <Record of={transactionRecord} from={found} onClose={onClose}>
      <ErrorAlert alert={found.record?.alert} />
      <TransactionSummary transaction={found.record} statuses={statuses} />
    </Record>
  )
}
