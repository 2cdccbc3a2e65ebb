import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { requestIdle } from './request-idle.ts'

/** Hover time in milliseconds that shows intent; a pointer merely passing a row loads nothing. */
const restsMs = 60

/** Preloads the route of an address, immediately or after the pointer has rested on it. */
export function usePreload() {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reached = useRef<string>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function now(address: string | undefined): void {
    clearTimeout(timer.current)
    if (address === undefined || address === reached.current) return
    reached.current = address
    const [to = '', query = ''] = address.split('?')
    // A failure is handled when the link is followed.
    router.preloadRoute({ to, search: Object.fromEntries(new URLSearchParams(query)) }).catch(() => undefined)
  }
  function whenItRests(address: string | undefined): void {
    clearTimeout(timer.current)
    if (address !== reached.current) timer.current = setTimeout(() => now(address), restsMs)
  }
  /** Loads only the page's chunk when the browser is idle. */
  function page(address: string): void {
    const [routes] = router.getMatchedRoutes(address.split('?')[0] ?? '')
    requestIdle(() => {
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
    })
  }
  return { now, whenItRests, page }
}
