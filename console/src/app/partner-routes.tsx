import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiQueryOptions } from '../api/use-api-query.ts'
import { addressRule, listKeys } from '../ui/use-search-params.ts'
import { prefetchRecord } from './route-loaders.ts'
import { authenticatedRoute } from './root-route.tsx'
import { pages } from './pages.ts'

const partner = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/partners/$partnerId',
  validateSearch: addressRule(...listKeys, 'filterStatus'),
  loader: prefetchRecord<{ partnerId: string }>(async ({ params: { partnerId } }) => {
    const { partners: calls } = await import('@kobo/contract/partners')
    return apiQueryOptions(calls.info, { partnerId })
  }),
  component: lazyRouteComponent(async () => {
    const { PartnerPage } = await pages['/partners/$partnerId']()
    return {
      default: function PartnerRoute() {
        const { partnerId } = partner.useParams()
        return <PartnerPage key={partnerId} partnerId={partnerId} />
      },
    }
  }),
})

/** Detail page of a partner. */
export const partnerRoutes = [partner]
