import { transactions } from '@kobo/contract/transactions'
import type { Data } from '@kobo/contract/kit/call'
import type { ReactNode } from 'react'
import { missingPermission } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/use-api-query.ts'
import type { Card } from '../../list/define-list.ts'
import { NoAccess } from '../../list/lazy-no-access.ts'
import { SummaryCards } from '../../list/summary-cards.tsx'
import { TransactionHistory } from './transaction-history.tsx'
import classes from './transaction-tab.module.css'

export type Analytics = Data<typeof transactions.analytics>

interface TransactionTabProps {
  merchantId: string
  /** Merchant's own transactions, or those of its customers' wallets. */
  scope: 'MERCHANT' | 'WALLET'
  cards: readonly Card<Analytics>[]
  /** Transaction list. */
  children: ReactNode
}

/** Layout shared by a merchant's transaction tabs: figures, history and list. */
export function TransactionTab({ merchantId, scope, cards, children }: TransactionTabProps) {
  const analytics = useApiQuery(transactions.analytics, { merchantId })
  const missing = missingPermission(analytics.error)
  if (missing) return <NoAccess permission={missing} />
  return (
    <div className={classes.tab}>
      <SummaryCards cards={cards} reply={analytics.data} state={analytics.isError ? 'failed' : 'loading'} />
      <TransactionHistory merchantId={merchantId} scope={scope} />
      <div className={classes.list}>{children}</div>
    </div>
  )
}
