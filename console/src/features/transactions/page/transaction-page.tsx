import type { ComponentType } from 'react'
import { Record } from '../../../record/record.tsx'
import { payoutTransaction } from '../../../status/statuses.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { type Transaction, transactionRecord } from '../../../transaction/transaction-record.ts'
import { TransactionSummary } from '../../../transaction/transaction-summary.tsx'
import { ErrorBoundary } from '../../../ui/load-error.tsx'
import { Section } from '../../../ui/section.tsx'
import { ActivityLog } from './activity-log.tsx'
import { CardPaid } from './related/transaction-card.tsx'
import { TransactionDisputes } from './related/transaction-disputes.tsx'
import { LedgerLines } from './ledger-lines.tsx'
import { StatusQueries } from './provider-log/status-queries.tsx'
import { TransactionRefunds } from './related/transaction-refunds.tsx'
import { Explanation } from './explanation.tsx'
import { SplitShares } from './related/split-shares.tsx'
import { TransactionHeader } from './transaction-header.tsx'
import { TransactionLog } from './provider-log/transaction-log-list.tsx'
import classes from './transaction-page.module.css'
import { useTransaction } from './use-transaction.ts'

interface TransactionPageProps {
  transactionId: string
  /** Further actions, from other features. */
  More?: ComponentType<{ transaction: Transaction }>
}

/** Page of one transaction with its actions; skeletons replace parts that are loading. */
export function TransactionPage({ transactionId, More }: TransactionPageProps) {
  const { found, overview, story } = useTransaction(transactionId)
  return (
    <Record of={transactionRecord} from={found}>
      <div className={classes.page}>
        <TransactionHeader transactionId={transactionId} More={More} />
        <Explanation from={story} merchantId={found.record?.merchantId ?? undefined} />
        <ErrorAlert alert={found.record?.alert} />
        <div className={classes.columns}>
          <div className={classes.stack}>
            <ErrorBoundary>
              <ActivityLog overview={overview} />
            </ErrorBoundary>
            <StatusQueries story={story.data?.story} />
          </div>
          <div className={classes.stack}>
            <Section title="Summary">
              <TransactionSummary transaction={found.record} statuses={payoutTransaction} />
            </Section>
            <CardPaid transaction={found.record} />
            <SplitShares transaction={found.record} />
            <TransactionRefunds transaction={found.record} />
            <TransactionDisputes transaction={found.record} />
            <LedgerLines story={story.data?.story} loading={story.isPending} />
            <ErrorBoundary>
              <TransactionLog transactionId={transactionId} />
            </ErrorBoundary>
          </div>
        </div>
      </div>
    </Record>
  )
}
