import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { AppFrame } from './app-frame.tsx'
import { Protected } from './protected.tsx'

const NotFoundPage = lazyComponent(() => import('./not-found-page.tsx'), 'NotFoundPage')

/** What stands around every page. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: AppFrame,
  notFoundComponent: NotFoundPage,
})

/** What is below it is for signed-in people only. */
export const authenticatedRoute = createRoute({ getParentRoute: () => root, id: 'inside', component: Protected })
