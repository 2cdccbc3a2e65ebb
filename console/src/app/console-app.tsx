import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { SessionProvider } from '../api/session.tsx'
import { theme, themeColours } from '../ui/theme.ts'
import { styleNonce } from './browser-guards.ts'
import { Toasts } from './toasts.tsx'

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
