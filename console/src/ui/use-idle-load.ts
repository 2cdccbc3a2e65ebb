import { useEffect } from 'react'
import { requestIdle } from './request-idle.ts'

/** Loads parts once there is time for it, that are needed at once later: when the network fails, or for paper. */
export function useIdleLoad(isDue: boolean, parts: readonly { load: () => Promise<unknown> }[]): void {
  useEffect(() => {
    // What cannot be had early is missed when it is wanted.
    if (isDue) requestIdle(() => parts.forEach((part) => void part.load().catch(() => undefined)))
  }, [isDue, parts])
}
