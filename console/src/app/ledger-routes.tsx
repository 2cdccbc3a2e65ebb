import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { addressRule, listKeys } from '../ui/use-search-params.ts'
import { authenticatedRoute } from './authenticated-route.ts'
import { pages } from './pages.ts'

const ledgerAccount = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/ledger-position/$accountId',
  validateSearch: addressRule(...listKeys, 'startDate', 'endDate', 'entryId'),
  component: lazyRouteComponent(async () => {
    const { LedgerAccountPage } = await pages['/ledger-position/$accountId']()
    return {
      default: function LedgerAccountRoute() {
        const { accountId } = ledgerAccount.useParams()
        return <LedgerAccountPage key={accountId} accountId={accountId} />
      },
    }
  }),
})

/** Detail page of a ledger account. */
export const ledgerRoutes = [ledgerAccount]
