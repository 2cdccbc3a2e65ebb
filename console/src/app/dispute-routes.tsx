import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { question } from '../api/use-call.ts'
import { addressRule } from '../ui/use-address.ts'
import { asksEarly } from './ask-early.ts'
import { inside } from './inside.ts'
import { pages } from './pages.ts'

const dispute = createRoute({
  getParentRoute: () => inside,
  path: '/disputes/$disputeId/merchant',
  validateSearch: addressRule(),
  loader: asksEarly<{ disputeId: string }>(async ({ params: { disputeId } }) => {
    const { disputes: calls } = await import('@kobo/contract/disputes')
    return question(calls.details, { disputeId })
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
  getParentRoute: () => inside,
  path: '/disputes/sample',
  validateSearch: addressRule(),
  component: lazyRouteComponent(pages['/disputes/sample'], 'SampleDisputePage'),
})

/** The page of a dispute, and the sample of one. */
export const disputeRoutes = [sampleDispute, dispute]
