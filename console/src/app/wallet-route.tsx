import { WalletPage } from '../features/wallets/page/wallet-page.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const OwnWalletTransactions = lazyComponent(
  () => import('../features/transactions/own-wallet-transaction-list.tsx'),
  'OwnWalletTransactions',
)

/** Page of a wallet, with its transactions. */
export function WalletRoute({ walletId }: { walletId: string }) {
  return <WalletPage walletId={walletId} transactions={<OwnWalletTransactions walletId={walletId} />} />
}
