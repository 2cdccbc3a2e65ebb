import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { SessionProvider } from '../api/session.tsx'
import { theme, themeColours } from '../ui/theme.ts'
import { styleNonce } from './browser-guards.ts'
import { Toasts } from './toasts.tsx'

/** The whole console: what every screen stands in. */
export function ConsoleApp({ router }: { router: AnyRouter }) {
  const [queries] = useState(createQueries)
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

/** A failed read is shown at once with a button to ask again; coming back to the window refreshes what has aged. */
function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 10_000 } },
  })
}
