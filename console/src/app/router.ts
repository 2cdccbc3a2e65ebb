import { QueryClient } from '@tanstack/react-query'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { RouteError } from './failure-pages.tsx'
import { routes } from './routes.tsx'

/** Creates the router. Search params are plain text: `?page=2&search=ade`. */
export function createConsoleRouter(history: RouterHistory) {
  return createRouter({
    routeTree: routes,
    history,
    context: { queries: createQueries() },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: RouteError,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

/** Creates the query client. A failed read is shown immediately with a retry button; stale data is refetched on window focus. */
export function createQueries(): QueryClient {
  return new QueryClient({
    // `send` retries reads once. Queries that failed while offline are refetched on reconnect.
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: 'always', staleTime: 10_000 },
    },
  })
}

function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) query.set(key, String(value))
  }
  return query.size > 0 ? `?${query}` : ''
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
