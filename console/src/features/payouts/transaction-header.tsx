import { VisuallyHidden } from '@mantine/core'
import type { TransactionDetail, TransactionRow } from '@kobo/contract/transaction-records'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatNaira } from '../../parts/naira.tsx'
import { StatusTag } from '../../parts/status-tag.tsx'
import { merchantTransaction } from '../../parts/statuses.ts'
import { TransactionSessionId } from '../../parts/transaction-ids.tsx'
import { transactionKind } from '../../parts/transaction-words.ts'
import { paths } from '../../paths.ts'
import { Bar } from '../../ui/bar.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import classes from './transaction-header.module.css'

interface TransactionHeaderProps {
  transactionId: string
  transaction: TransactionDetail | undefined
  /** What a list already told, to show until the transaction itself has come. */
  known: TransactionRow | undefined
  refetch: () => Promise<unknown>
}

/** How much it is, where it stands, whose it is and what can be done about it. */
export function TransactionHeader({ transactionId, transaction, known, refetch }: TransactionHeaderProps) {
  const shown = transaction ?? known
  const name = shown?.reference ?? transactionId
  return (
    <header>
      <nav aria-label="Breadcrumb" className={classes.crumbs}>
        <Link to={paths.payout()}>Payout</Link>
        <IconChevronRight size={14} aria-hidden />
        <Link to={paths.payout({ status: 'payouts' })}>Payouts</Link>
        <IconChevronRight size={14} aria-hidden />
        <span aria-current="page">{name}</span>
      </nav>
      <div className={classes.identity}>
        <div className={classes.words}>
          <div className={classes.line}>
            {shown ? (
              <h1 className={classes.amount}>
                {formatNaira(shown.amount)}
                <VisuallyHidden>, transaction {name}</VisuallyHidden>
              </h1>
            ) : (
              <div className={classes.amount}>
                <Bar width="200px" height="26px" />
              </div>
            )}
            {shown && <StatusTag of={shown.status} map={merchantTransaction} />}
          </div>
          <div className={classes.line}>
            {shown ? <span>{transactionKind(shown)}</span> : <Bar width="320px" />}
            {transaction && <Business transaction={transaction} />}
            {transaction?.sessionId && <TransactionSessionId value={transaction.sessionId} />}
          </div>
        </div>
        {transaction && (
          <div className={classes.actions}>
            <TransactionActions {...{ transaction, refetch }} />
          </div>
        )}
      </div>
    </header>
  )
}

function Business({ transaction }: { transaction: TransactionDetail }) {
  const { merchantId, merchantName } = transaction
  if (!merchantName) return null
  return merchantId ? <Link to={paths.merchant(merchantId)}>{merchantName}</Link> : <span>{merchantName}</span>
}
