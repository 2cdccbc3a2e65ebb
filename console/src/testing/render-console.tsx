import type { Mode } from '@kobo/contract/kit/mode'
import { createBrowserHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { HttpHandler } from 'msw'
import { onTestFinished } from 'vitest'
import { reopenSession } from '../api/session-store.ts'
import { storeSession } from '../api/stored-session.ts'
import { ConsoleApp } from '../app/console-app.tsx'
import { createConsoleRouter } from '../app/router.ts'
import { apiServer } from './api-server.ts'
import { serverSession } from './answer.ts'

interface World {
  /** Mode of the session, or no session. */
  mode?: Mode | 'signed-out'
}

/** Renders the real console at an address, by default signed in as Adaeze Okonkwo in Live mode. */
export function renderConsole(path: string, handlers: HttpHandler[] = [], { mode = 'PRODUCTION' }: World = {}) {
  apiServer.use(...handlers)
  if (mode !== 'signed-out') {
    serverSession.mode = mode
    storeSession({ token: 't0k3n', sessionId: 's1', mode })
  }
  reopenSession()
  window.history.replaceState(null, '', path)
  const history = createBrowserHistory()
  onTestFinished(() => history.destroy())
  const router = createConsoleRouter(history)
  return {
    router,
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    ...render(<ConsoleApp router={router} queries={router.options.context.queries} />),
  }
}
