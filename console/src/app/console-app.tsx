import { MantineProvider } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { SessionProvider } from '../api/session.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { theme, themeColours } from '../ui/theme.ts'
import { styleNonce } from './browser-guards.ts'

const ToastList = lazyComponent(() => import('./toast-list.tsx'), 'ToastList', { over: true })

/** The console with its providers. */
export function ConsoleApp({ router, queries }: { router: AnyRouter; queries: QueryClient }) {
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={themeColours}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <Toasts />
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </MantineProvider>
    </QueryClientProvider>
  )
}

/** Container of toasts, loaded with the first one. */
function Toasts() {
  const { notifications } = useNotifications()
  const [isNeeded, setNeeded] = useState(false)
  if (notifications.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded && <ToastList />
}
