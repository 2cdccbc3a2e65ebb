import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Naira } from '../../../money/naira.tsx'
import { useRecord } from '../../../record/define-record.ts'
import { RecordHeader } from '../../../record/record-header.tsx'
import { RecordTitle } from '../../../record/record-title.tsx'
import { StatusTag } from '../../../status/status-tag.tsx'
import { payoutTransaction } from '../../../status/statuses.ts'
import { type Transaction, transactionRecord } from '../../../transaction/transaction-record.ts'
import { transactionKind } from '../../../transaction/transaction-summary.tsx'
import { paths } from '../../../paths.ts'
import { SkeletonBar } from '../../../ui/skeleton-bar.tsx'
import { transactionBreadcrumb } from './transaction-breadcrumb.ts'
import { TransactionActions } from './actions/transaction-actions.tsx'

interface TransactionHeaderProps {
  transactionId: string
  /** Further actions, from other features. */
  More: ComponentType<{ transaction: Transaction }> | undefined
}

/** Amount, status, merchant and actions. */
export function TransactionHeader({ transactionId, More }: TransactionHeaderProps) {
  const { record: transaction, known } = useRecord(transactionRecord)
  const shown = transaction ?? known
  const name = shown?.reference ?? transactionId
  return (
    <RecordHeader
      history={{ type: 'transaction', id: transactionId }}
      above={transaction ? transactionBreadcrumb(transaction) : []}
      here={name}
      isReference
      title={
        <RecordTitle isAmount>
          {shown && (
            <>
              <Naira amount={shown.amount} />
              <VisuallyHidden>, transaction {name}</VisuallyHidden>
            </>
          )}
        </RecordTitle>
      }
      tags={shown && <StatusTag of={shown.status} map={payoutTransaction} />}
      facts={
        <>
          {shown ? <span>{transactionKind(shown)}</span> : <SkeletonBar width="320px" />}
          {transaction && <Business transaction={transaction} />}
        </>
      }
      actions={
        transaction && (
          <>
            <TransactionActions transaction={transaction} />
            {More && <More transaction={transaction} />}
          </>
        )
      }
    />
  )
}

function Business({ transaction }: { transaction: Transaction }) {
  const { merchantId, merchantName } = transaction
  if (!merchantName) return null
  return merchantId ? <Link to={paths.merchant(merchantId)}>{merchantName}</Link> : <span>{merchantName}</span>
}
