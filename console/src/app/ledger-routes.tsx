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

/** The page of an account of the ledger. */
export const ledgerRoutes = [ledgerAccount]
