import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { question } from '../api/use-call.ts'
import { part } from '../ui/part.tsx'
import { addressRule, listKeys } from '../ui/use-address.ts'
import { asksEarly } from './ask-early.ts'
import { inside } from './inside.ts'
import { pages } from './pages.ts'

const StoresOfShop = part(() => import('../features/stores/of-shop.tsx'), 'StoresOfShop')
const TerminalsOfShop = part(() => import('../features/stores/of-shop.tsx'), 'TerminalsOfShop')
const TransactionsOfShop = part(() => import('../features/stores/of-shop.tsx'), 'TransactionsOfShop')

/** The page of a shop, with the lists of what is in it. */
export const shop = createRoute({
  getParentRoute: () => inside,
  path: '/shops/$shopId',
  validateSearch: addressRule(...listKeys, 'transactionId', 'terminal', 'terminalName', 'store', 'storeName'),
  loader: asksEarly<{ shopId: string }>(async ({ params: { shopId } }) => {
    const { shops: calls } = await import('@kobo/contract/shops')
    return question(calls.info, { shopId })
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
