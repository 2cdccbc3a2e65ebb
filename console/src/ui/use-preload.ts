import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { requestIdle } from './request-idle.ts'

/** A pointer that passes over a row on its way wants nothing of it. */
const restsMs = 60

/** Loads what an address leads to before it is followed: at once, or when the pointer rests on it. */
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
    // What cannot be had early is missed when it is followed.
    router.preloadRoute({ to, search: Object.fromEntries(new URLSearchParams(query)) }).catch(() => undefined)
  }
  function whenItRests(address: string | undefined): void {
    clearTimeout(timer.current)
    if (address !== reached.current) timer.current = setTimeout(() => now(address), restsMs)
  }
  /** The page alone, when the browser has nothing better to do. */
  function page(address: string): void {
    const [routes] = router.getMatchedRoutes(address.split('?')[0] ?? '')
    requestIdle(() => {
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
    })
  }
  return { now, whenItRests, page }
}
