import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { part } from '../ui/part.tsx'
import { AppFrame } from './app-frame.tsx'
import { Protected } from './protected.tsx'

const NotFoundPage = part(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** What stands around every page. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: AppFrame,
  notFoundComponent: NotFoundPage,
})

/** Everything below is for signed-in people only. */
export const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Protected })
