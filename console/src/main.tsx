import './app/browser-guards.ts'
import './app/styles.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { begin } from './app/begin.ts'
import { ConsoleApp } from './app/console-app.tsx'
import { createConsoleRouter } from './app/router.ts'

const root = document.getElementById('root')
if (root) {
  const router = createConsoleRouter(createBrowserHistory())
  const { queries } = router.options.context
  void begin(router, queries).then(() =>
    createRoot(root).render(
      <StrictMode>
        <ConsoleApp router={router} queries={queries} />
      </StrictMode>,
    ),
  )
}
