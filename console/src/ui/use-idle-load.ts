import { useEffect } from 'react'
import { requestIdle } from './request-idle.ts'

/** Preloads components when idle that are later needed immediately: on network failure, or for print. */
export function useIdleLoad(isDue: boolean, parts: readonly { load: () => Promise<unknown> }[]): void {
  useEffect(() => {
    // A failure is handled when the component is needed.
    if (isDue) requestIdle(() => parts.forEach((part) => void part.load().catch(() => undefined)))
  }, [isDue, parts])
}
