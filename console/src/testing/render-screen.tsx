import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HttpHandler } from 'msw'
import { type ReactNode, useSyncExternalStore } from 'react'
import { reopenSession } from '../api/session-store.ts'
import { storeSession } from '../api/stored-session.ts'
import { ConsoleApp } from '../app/console-app.tsx'
import { createQueries } from '../app/router.ts'
import { UnsavedGuard } from '../app/unsaved-guard.tsx'
import { hasUnsavedInput, subscribeUnsaved } from '../ui/unsaved-input.ts'
import { apiServer } from './api-server.ts'
import { serverSession } from './answer.ts'

/** Renders a screen at an address, signed in in Live mode, and a plain page at every other address. */
export function renderScreen(screen: ReactNode, address: string, handlers: HttpHandler[]) {
  apiServer.use(...handlers)
  serverSession.mode = 'PRODUCTION'
  storeSession({ token: 't0k3n', sessionId: 's1', mode: 'PRODUCTION' })
  reopenSession()
  const root = createRootRoute({ component: Frame })
  const here = createRoute({ getParentRoute: () => root, path: '/here', component: () => screen })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => <h1>Elsewhere</h1> })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]))
      return query.size > 0 ? `?${query}` : ''
    },
  })
  const query = () => new URLSearchParams(history.location.search)
  return {
    router,
    history,
    query,
    user: userEvent.setup(),
    ...render(<ConsoleApp router={router} queries={createQueries()} />),
  }
}

function Frame() {
  const isUnsaved = useSyncExternalStore(subscribeUnsaved, hasUnsavedInput)
  return (
    <>
      <Outlet />
      {isUnsaved && <UnsavedGuard />}
    </>
  )
}
