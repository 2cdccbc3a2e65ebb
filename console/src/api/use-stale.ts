import { useNetwork } from '@mantine/hooks'
import { onServerClock, serverNow } from './clock.ts'

/** Since when something on the screen may be old, and what time it is now, both on the server's clock. */
export interface Stale {
  since: number
  now: number
}

interface Answer {
  data: unknown
  isError: boolean
  dataUpdatedAt: number
}

/** Says when the answer came that is still shown, where a newer one could not be had or nothing can be asked; else null. */
export function useStale({ data, isError, dataUpdatedAt }: Answer): Stale | null {
  const { online } = useNetwork()
  const isStale = data !== undefined && dataUpdatedAt > 0 && (isError || !online)
  return isStale ? { since: onServerClock(dataUpdatedAt), now: serverNow() } : null
}
