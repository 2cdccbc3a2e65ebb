import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { RenderFailure } from './render-failure.tsx'
import { routes } from './routes.tsx'

/** The console's router; addresses hold plain texts, `?page=2&search=ade`. */
export function createConsoleRouter(history: RouterHistory) {
  return createRouter({
    routeTree: routes,
    history,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: RenderFailure,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    scrollRestoration: true,
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
