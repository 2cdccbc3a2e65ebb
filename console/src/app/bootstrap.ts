import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { restoreSession } from '../api/session.tsx'
import { currentSession } from '../api/session-store.ts'

/** Time limit in milliseconds, after which the first paint shows skeletons. */
const withinMs = 150

/** Text laid out in a fallback font is laid out twice. The naira sign and Nigerian letters are in separate font files. */
const font = '1em "Inter Variable"'
const letters = 'A₦Ọ'

/**
 * Starts the session and the page's first queries before the first paint, and waits briefly for them. If they arrive in time,
 * the console is painted once, complete.
 */
export async function bootstrap(router: AnyRouter, queries: QueryClient): Promise<void> {
  const restored = currentSession().state === 'loading' ? restoreSession() : Promise.resolve()
  const loaded = router.load().catch(() => undefined)
  const inTime = new Promise((resolve) => setTimeout(resolve, withinMs))
  const lettered = document.fonts.load(font, letters).catch(() => undefined)
  const answered = Promise.all([restored, loaded]).then(() => untilAnswered(queries))
  await Promise.race([Promise.all([answered, lettered]), inTime])
}

/** Resolves when no query is in flight. */
function untilAnswered(queries: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queries.isFetching() > 0) return
      leave()
      resolve()
    }
    const leave = queries.getQueryCache().subscribe(look)
    look()
  })
}
