import { useNetwork } from '@mantine/hooks'
import { onServerClock, serverNow } from './clock.ts'

/** Since when data on screen may be outdated, and the current time, both on the server's clock. */
export interface Stale {
  since: number
  now: number
}

interface Answer {
  data: unknown
  isError: boolean
  dataUpdatedAt: number
}

/** Returns since when shown data could not be refreshed, or is shown offline; null if it is current. */
export function useStale({ data, isError, dataUpdatedAt }: Answer): Stale | null {
  const { online } = useNetwork()
  const isStale = data !== undefined && dataUpdatedAt > 0 && (isError || !online)
  return isStale ? { since: onServerClock(dataUpdatedAt), now: serverNow() } : null
}
