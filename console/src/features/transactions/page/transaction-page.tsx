import type { ComponentType } from 'react'
import { Record } from '../../../record/record.tsx'
import { payoutTransaction } from '../../../status/statuses.ts'
import { RedAlert } from '../../../ui/red-alert.tsx'
import { transactionRecord } from '../../../transaction/transaction-record.ts'
import type { Transaction } from '../../../transaction/transaction-shape.ts'
import { TransactionSummary } from '../../../transaction/transaction-summary.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { Section } from '../../../ui/section.tsx'
import { ActivityLog } from './activity-log.tsx'
import { CardPaid } from './card-paid.tsx'
import { DisputesMade } from './disputes-made.tsx'
import { LedgerLines } from './ledger-lines.tsx'
import { Questions } from './questions.tsx'
import { RefundsMade } from './refunds-made.tsx'
import { Story } from './story.tsx'
import { Takers } from './takers.tsx'
import { TransactionHeader } from './transaction-header.tsx'
import { TransactionLog } from './transaction-log.tsx'
import classes from './transaction-page.module.css'
import { useTransaction } from './use-transaction.ts'

interface TransactionPageProps {
  transactionId: string
  /** What other features can do about it. */
  More?: ComponentType<{ transaction: Transaction }>
}

/** All that is known of one transaction and what can be done about it; bars stand for what is still on its way. */
export function TransactionPage({ transactionId, More }: TransactionPageProps) {
  const { found, overview, story } = useTransaction(transactionId)
  return (
    <Record of={transactionRecord} from={found}>
      <div className={classes.page}>
        <TransactionHeader transactionId={transactionId} More={More} />
        <Story from={story} merchantId={found.record?.merchantId ?? undefined} />
        <RedAlert alert={found.record?.alert} />
        <div className={classes.columns}>
          <div className={classes.stack}>
            <Boundary>
              <ActivityLog overview={overview} />
            </Boundary>
            <Questions story={story.data?.story} />
          </div>
          <div className={classes.stack}>
            <Section title="Summary">
              <TransactionSummary transaction={found.record} statuses={payoutTransaction} />
            </Section>
            <CardPaid transaction={found.record} />
            <Takers transaction={found.record} />
            <RefundsMade transaction={found.record} />
            <DisputesMade transaction={found.record} />
            <LedgerLines story={story.data?.story} loading={story.isPending} />
            <Boundary>
              <TransactionLog transactionId={transactionId} />
            </Boundary>
          </div>
        </div>
      </div>
    </Record>
  )
}
