import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiQueryOptions } from '../api/use-api-query.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { addressRule, listKeys } from '../ui/use-search-params.ts'
import { prefetchRecord } from './route-loaders.ts'
import { authenticatedRoute } from './root-route.tsx'
import { pages } from './pages.ts'

const StoresOfShop = lazyComponent(() => import('../features/stores/shop-lists.tsx'), 'StoresOfShop')
const TerminalsOfShop = lazyComponent(() => import('../features/stores/shop-lists.tsx'), 'TerminalsOfShop')
const TransactionsOfShop = lazyComponent(() => import('../features/stores/shop-lists.tsx'), 'TransactionsOfShop')

/** Detail page of a shop, with its lists. */
export const shop = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/shops/$shopId',
  validateSearch: addressRule(...listKeys, 'transactionId', 'terminal', 'terminalName', 'store', 'storeName'),
  loader: prefetchRecord<{ shopId: string }>(async ({ params: { shopId } }) => {
    const { shops: calls } = await import('@kobo/contract/shops')
    return apiQueryOptions(calls.info, { shopId })
  }),
  component: lazyRouteComponent(async () => {
    const { ShopPage } = await pages['/shops/$shopId']()
    return {
      default: function ShopRoute() {
        const { shopId } = shop.useParams()
        return (
          <ShopPage
            key={shopId}
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
      },
    }
  }),
})
