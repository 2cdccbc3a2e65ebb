import { ShopPage } from '../features/shops/shop-page.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'

const StoresOfShop = lazyComponent(() => import('../features/stores/shop-lists.tsx'), 'StoresOfShop')
const TerminalsOfShop = lazyComponent(() => import('../features/stores/shop-lists.tsx'), 'TerminalsOfShop')
const TransactionsOfShop = lazyComponent(() => import('../features/stores/shop-lists.tsx'), 'TransactionsOfShop')

/** Page of a shop, with its stores, their terminals and transactions. */
export function ShopRoute({ shopId }: { shopId: string }) {
  return (
    <ShopPage
      shopId={shopId}
      tabs={[
        { status: 'stores', label: 'Stores', content: <StoresOfShop shopId={shopId} />, isList: true },
        { status: 'terminals', label: 'Terminals', content: <TerminalsOfShop shopId={shopId} />, isList: true },
        {
          status: 'transactions',
          label: 'Transactions',
          content: <TransactionsOfShop shopId={shopId} />,
          isList: true,
        },
      ]}
    />
  )
}
