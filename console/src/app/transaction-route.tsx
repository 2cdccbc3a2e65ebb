import { RaiseDispute } from '../features/disputes/initiate/raise-dispute.tsx'
import { TransactionPage } from '../features/transactions/page/transaction-page.tsx'

/** Page of a transaction, from which a dispute can be raised. */
export function TransactionRoute({ transactionId }: { transactionId: string }) {
  return <TransactionPage transactionId={transactionId} More={RaiseDispute} />
}
