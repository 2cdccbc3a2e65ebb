import { lazy, Suspense } from 'react'
import { List } from '../../list/list.tsx'
import { useAddressKey } from '../../list/use-address-key.ts'
import { ownWalletTransactionList } from './own-wallet-transaction-list.tsx'

const TransactionDialog = lazy(() =>
  import('../../transaction/transaction-dialog.tsx').then((file) => ({ default: file.TransactionDialog })),
)

/** A wallet's transactions, on its page. */
export function OwnWalletTransactions({ walletId }: { walletId: string }) {
  const [transactionId, close] = useAddressKey('transactionId')
  return (
    <>
      <List of={ownWalletTransactionList} with={{ walletId }} />
      <Suspense>{transactionId && <TransactionDialog transactionId={transactionId} onClose={close} />}</Suspense>
    </>
  )
}
