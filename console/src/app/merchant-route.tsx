import { MerchantPage } from '../features/merchants/page/merchant-page.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const MerchantTransactions = lazyComponent(
  () => import('../features/transactions/merchant-transactions.tsx'),
  'MerchantTransactions',
)
const MerchantWalletTransactions = lazyComponent(
  () => import('../features/transactions/wallet-transactions.tsx'),
  'MerchantWalletTransactions',
)
const MerchantCharges = lazyComponent(
  () => import('../features/merchants/charges/merchant-charges.tsx'),
  'MerchantCharges',
)

/** Page of a merchant, with its transactions and charges. */
export function MerchantRoute({ merchantId }: { merchantId: string }) {
  return (
    <MerchantPage
      merchantId={merchantId}
      tabs={[
        { status: 'transactions', label: 'Transactions', content: <MerchantTransactions merchantId={merchantId} /> },
        {
          status: 'wallet-transactions',
          label: 'Wallet transactions',
          content: <MerchantWalletTransactions merchantId={merchantId} />,
        },
        { status: 'charges', label: 'Charges', content: <MerchantCharges merchantId={merchantId} /> },
      ]}
    />
  )
}
