import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { question } from '../api/use-call.ts'
import { addressRule, listKeys } from '../ui/use-address.ts'
import { asksEarly } from './ask-early.ts'
import { inside } from './inside.ts'
import { pages } from './pages.ts'

const card = createRoute({
  getParentRoute: () => inside,
  path: '/cards/$cardId',
  validateSearch: addressRule(...listKeys),
  loader: asksEarly<{ cardId: string }>(async ({ params: { cardId } }) => {
    const { cards: calls } = await import('@kobo/contract/cards')
    return question(calls.details, { cardId })
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

/** The page of a card. */
export const cardRoutes = [card]
