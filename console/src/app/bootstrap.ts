import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { restoreSession } from '../api/session.tsx'
import { currentSession } from '../api/session-store.ts'

/** Time limit in milliseconds, after which the first paint shows skeletons. */
const withinMs = 150

/** Text laid out in a fallback font is laid out twice. The naira sign and Nigerian letters are in separate font files. */
const font = '1em "Inter Variable"'
const fontSample = 'A₦Ọ'

/**
 * Starts the session and the page's first queries before the first paint, and waits briefly for them. If they arrive in time,
 * the console is painted once, complete.
 */
export async function bootstrap(router: AnyRouter, queries: QueryClient): Promise<void> {
  const restored = currentSession().state === 'loading' ? restoreSession() : Promise.resolve()
  const loaded = router.load().catch(() => undefined)
  const deadline = new Promise((resolve) => setTimeout(resolve, withinMs))
  const fontLoaded = document.fonts.load(font, fontSample).catch(() => undefined)
  const queriesSettled = Promise.all([restored, loaded]).then(() => waitForQueries(queries))
  await Promise.race([Promise.all([queriesSettled, fontLoaded]), deadline])
}

/** Resolves when no query is in flight. */
function waitForQueries(queries: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (queries.isFetching() > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = queries.getQueryCache().subscribe(check)
    check()
  })
}
