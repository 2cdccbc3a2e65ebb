import { payoutTransaction } from '../../../status/statuses.ts'
import { TransactionAlert } from '../../../transaction/transaction-alert.tsx'
import { inOneShape } from '../../../transaction/transaction-shape.ts'
import { TransactionSummary } from '../../../transaction/transaction-summary.tsx'
import { Section } from '../../../ui/section.tsx'
import { ActivityLog } from './activity-log.tsx'
import { TransactionFailed, TransactionNotThere } from './transaction-absent.tsx'
import { TransactionHeader } from './transaction-header.tsx'
import { TransactionLog } from './transaction-log.tsx'
import classes from './transaction-page.module.css'
import { useKnownTransaction } from './use-known-transaction.ts'
import { useTransaction } from './use-transaction.ts'

/** All that is known of one transaction and what can be done about it; bars stand for what is still on its way. */
export function TransactionPage({ transactionId }: { transactionId: string }) {
  const { info, overview } = useTransaction(transactionId)
  const known = useKnownTransaction(transactionId)
  if (info.error?.status === 404) return <TransactionNotThere />
  if (info.error && !info.data) return <TransactionFailed again={() => void info.refetch()} />

  const transaction = info.data && inOneShape(transactionId, info.data.transaction)
  return (
    <div className={classes.page} aria-busy={!transaction}>
      <TransactionHeader {...{ transactionId, transaction, known }} />
      <TransactionAlert alert={transaction?.alert} />
      <div className={classes.columns}>
        <ActivityLog overview={overview} />
        <div className={classes.stack}>
          <Section title="Summary">
            <TransactionSummary transaction={transaction} statuses={payoutTransaction} />
          </Section>
          <TransactionLog transactionId={transactionId} />
        </div>
      </div>
    </div>
  )
}
