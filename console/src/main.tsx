import './app/browser-guards.ts'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import './ui/tokens.css'
import './ui/base.css'
import './ui/print.css'
import { createBrowserHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { bootstrap } from './app/bootstrap.ts'
import { ConsoleApp } from './app/console-app.tsx'
import { createConsoleRouter } from './app/router.ts'

const root = document.getElementById('root')
if (root) {
  const router = createConsoleRouter(createBrowserHistory())
  const { queries } = router.options.context
  void bootstrap(router, queries).then(() =>
    createRoot(root).render(
      <StrictMode>
        <ConsoleApp router={router} queries={queries} />
      </StrictMode>,
    ),
  )
}
