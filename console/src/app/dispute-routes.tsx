import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiQueryOptions } from '../api/use-api-query.ts'
import { addressRule } from '../ui/use-search-params.ts'
import { prefetchRecord } from './route-loaders.ts'
import { authenticatedRoute } from './root-route.tsx'
import { pages } from './pages.ts'

const dispute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/disputes/$disputeId/merchant',
  validateSearch: addressRule(),
  loader: prefetchRecord<{ disputeId: string }>(async ({ params: { disputeId } }) => {
    const { disputes: calls } = await import('@kobo/contract/disputes')
    return apiQueryOptions(calls.details, { disputeId })
  }),
  component: lazyRouteComponent(async () => {
    const { DisputePage } = await pages['/disputes/$disputeId/merchant']()
    return {
      default: function DisputeRoute() {
        const { disputeId } = dispute.useParams()
        return <DisputePage key={disputeId} disputeId={disputeId} />
      },
    }
  }),
})

const sampleDispute = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/disputes/sample',
  validateSearch: addressRule(),
  component: lazyRouteComponent(pages['/disputes/sample'], 'SampleDisputePage'),
})

/** Detail page of a dispute, and the sample dispute. */
export const disputeRoutes = [sampleDispute, dispute]
