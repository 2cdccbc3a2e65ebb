import { contract } from '@kobo/contract'
import { Link } from '@tanstack/react-router'
import { useCall } from '../api/use-call.ts'
import { paths } from '../paths.ts'
import { WideDialog } from '../ui/wide-dialog.tsx'
import { FetchFailed } from '../record/fetch-failed.tsx'
import { merchantTransaction, type StatusMap } from '../status/statuses.ts'
import { TransactionAlert } from './transaction-alert.tsx'
import classes from './transaction-dialog.module.css'
import { TransactionMissing } from './transaction-missing.tsx'
import { inOneShape } from './transaction-shape.ts'
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
  const info = useCall(contract.transactions.info, { transactionId })
  if (info.error?.status === 404) return <TransactionMissing wayBack={{ text: 'Close', onClick: onClose }} />
  if (info.error && !info.data) return <FetchFailed again={() => void info.refetch()} />
  const transaction = info.data && inOneShape(transactionId, info.data.transaction)
  return (
    <div aria-busy={!transaction}>
      <TransactionAlert alert={transaction?.alert} />
      <TransactionSummary transaction={transaction} statuses={statuses} />
    </div>
  )
}
