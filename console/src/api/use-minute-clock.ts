import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

const minuteMs = 60_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let minutes = 0

/** All components share one timer, which runs while any of them is mounted. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    minutes += 1
    for (const notify of listeners) notify()
  }, minuteMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Returns the server's current time in epoch milliseconds, and renders the component again every minute. */
export function useMinuteClock(): number {
  useSyncExternalStore(subscribe, () => minutes)
  return serverNow()
}
