import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { question } from '../api/use-call.ts'
import { addressRule, listKeys } from '../ui/use-address.ts'
import { asksEarly } from './ask-early.ts'
import { inside } from './inside.ts'
import { pages } from './pages.ts'

const partner = createRoute({
  getParentRoute: () => inside,
  path: '/partners/$partnerId',
  validateSearch: addressRule(...listKeys, 'filterStatus'),
  loader: asksEarly<{ partnerId: string }>(async ({ params: { partnerId } }) => {
    const { partners: calls } = await import('@kobo/contract/partners')
    return question(calls.info, { partnerId })
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

/** The page of a partner. */
export const partnerRoutes = [partner]
