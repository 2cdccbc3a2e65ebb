import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { restoreSession } from '../api/session.tsx'
import { currentSession } from '../api/session-store.ts'

/** What has not come by then is drawn as on its way. */
const withinMs = 150

/** What is laid out in other letters first is laid out twice; the naira and the letters of Nigerian names stand in files of their own. */
const font = '1em "Inter Variable"'
const letters = 'A₦Ọ'

/**
 * Asks who is signed in and what the page shows first, before anything is drawn, and waits for the answers a moment: a console
 * that has them is drawn once and whole, instead of first without and then with them.
 */
export async function bootstrap(router: AnyRouter, queries: QueryClient): Promise<void> {
  const restored = currentSession().state === 'loading' ? restoreSession() : Promise.resolve()
  const loaded = router.load().catch(() => undefined)
  const inTime = new Promise((resolve) => setTimeout(resolve, withinMs))
  const lettered = document.fonts.load(font, letters).catch(() => undefined)
  const answered = Promise.all([restored, loaded]).then(() => untilAnswered(queries))
  await Promise.race([Promise.all([answered, lettered]), inTime])
}

/** Until no question is under way. */
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
