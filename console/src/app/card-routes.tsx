import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { apiQueryOptions } from '../api/use-api-query.ts'
import { addressRule, listKeys } from '../ui/use-search-params.ts'
import { prefetchRecord } from './route-loaders.ts'
import { authenticatedRoute } from './root-route.tsx'
import { pages } from './pages.ts'

const card = createRoute({
  getParentRoute: () => authenticatedRoute,
  path: '/cards/$cardId',
  validateSearch: addressRule(...listKeys),
  loader: prefetchRecord<{ cardId: string }>(async ({ params: { cardId } }) => {
    const { cards: calls } = await import('@kobo/contract/cards')
    return apiQueryOptions(calls.details, { cardId })
  }),
  component: lazyRouteComponent(async () => {
    const { CardPage } = await pages['/cards/$cardId']()
    return {
      default: function CardRoute() {
        const { cardId } = card.useParams()
        return <CardPage key={cardId} cardId={cardId} />
      },
    }
  }),
})

/** Detail page of a card. */
export const cardRoutes = [card]
