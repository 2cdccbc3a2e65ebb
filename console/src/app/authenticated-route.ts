import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { AppFrame } from './app-frame.tsx'
import { Protected } from './protected.tsx'

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** Root of every route. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: AppFrame,
  notFoundComponent: NotFoundPage,
})

/** Parent of the routes that require a session. */
export const authenticatedRoute = createRoute({ getParentRoute: () => root, id: 'inside', component: Protected })
