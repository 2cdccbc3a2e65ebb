import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Hover time in milliseconds that shows intent; a pointer merely passing a row loads nothing. */
const hoverMs = 60

/** Preloads the route of an address, immediately or after the pointer has rested on it. */
export function usePreload() {
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const preloaded = useRef<string>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function now(address: string | undefined): void {
    clearTimeout(timer.current)
    if (address === undefined || address === preloaded.current) return
    preloaded.current = address
    const [to = '', query = ''] = address.split('?')
    // A failure is handled when the link is followed.
    router.preloadRoute({ to, search: Object.fromEntries(new URLSearchParams(query)) }).catch(() => undefined)
  }
  function onHover(address: string | undefined): void {
    clearTimeout(timer.current)
    if (address !== preloaded.current) timer.current = setTimeout(() => now(address), hoverMs)
  }
  /** Loads only the page's chunk when the browser is idle. */
  function page(address: string): void {
    const [routes] = router.getMatchedRoutes(address.split('?')[0] ?? '')
    requestIdle(() => {
      for (const route of routes) void router.loadRouteChunk(route)?.catch(() => undefined)
    })
  }
  return { now, onHover, page }
}

/** Returns handlers that preload a component when its button is hovered or focused. */
export function preloadOnIntent(load: () => Promise<unknown>) {
  // A failure is handled when the button is pressed.
  const begin = () => void load().catch(() => undefined)
  return { onPointerEnter: begin, onFocus: begin }
}

/** Preloads components when idle that are later needed immediately: on network failure, or for print. */
export function useIdleLoad(isDue: boolean, parts: readonly { load: () => Promise<unknown> }[]): void {
  useEffect(() => {
    // A failure is handled when the component is needed.
    if (isDue) requestIdle(() => parts.forEach((part) => void part.load().catch(() => undefined)))
  }, [isDue, parts])
}

/** Delay before anything is loaded in idle time, so that nothing competes with the first second of a page. */
const idleAfterMs = 1_000

/** Returns whether the browser has been idle since it is due, for components that nothing waits for. */
export function useIdle(isDue: boolean, afterMs = idleAfterMs): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    return isDue ? requestIdle(() => setIdle(true), afterMs) : undefined
  }, [isDue, afterMs])
  return isIdle
}

/** Runs a callback when the browser is idle after the first second, unless cancelled; Safari has no `requestIdleCallback`. */
export function requestIdle(then: () => void, afterMs = idleAfterMs): () => void {
  let isCancelled = false
  const run = () => {
    if (!isCancelled) then()
  }
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
    else run()
  }, afterMs)
  return () => {
    isCancelled = true
    clearTimeout(timer)
  }
}
