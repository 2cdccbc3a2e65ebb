import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { WideDialog } from '../ui/wide-dialog.tsx'
import { Record } from '../record/record.tsx'
import { merchantTransaction, type StatusMap } from '../status/statuses.ts'
import { TransactionAlert } from './transaction-alert.tsx'
import classes from './transaction-dialog.module.css'
import { transactionRecord } from './transaction-record.ts'
import { TransactionSummary } from './transaction-summary.tsx'

interface TransactionDialogProps {
  transactionId: string
  onClose: () => void
}

/** A transaction at a glance, over the list that it stands in, with the way to its own page. */
export function TransactionDialog({ transactionId, onClose }: TransactionDialogProps) {
  return (
    <WideDialog
      title="Transaction details"
      onClose={onClose}
      footer={
        <Link className={classes.link} to={paths.transaction(transactionId)}>
          Open transaction page
        </Link>
      }
    >
      <TransactionDetails transactionId={transactionId} statuses={merchantTransaction} onClose={onClose} />
    </WideDialog>
  )
}

interface TransactionDetailsProps extends TransactionDialogProps {
  /** How the screen under the window shows a transaction's status. */
  statuses: StatusMap
}

/** What is known of a transaction, for any window that it may stand in. */
export function TransactionDetails({ transactionId, statuses, onClose }: TransactionDetailsProps) {
  const found = transactionRecord.useFound(transactionId)
  return (
    <Record of={transactionRecord} from={found} onClose={onClose}>
      <TransactionAlert alert={found.record?.alert} />
      <TransactionSummary transaction={found.record} statuses={statuses} />
    </Record>
  )
}
