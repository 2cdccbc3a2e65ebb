import './app/browser-guards.ts'
import './app/styles.ts'
import { createBrowserHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadConfig } from './api/config.ts'
import { ConsoleApp } from './app/console-app.tsx'
import { createConsoleRouter } from './app/router.ts'

// Asked for at once, beside everything else; whoever needs it waits for it and says when it fails.
loadConfig().catch(() => undefined)

const root = document.getElementById('root')
if (root) {
  const router = createConsoleRouter(createBrowserHistory())
  createRoot(root).render(
    <StrictMode>
      <ConsoleApp router={router} queries={router.options.context.queries} />
    </StrictMode>,
  )
}
