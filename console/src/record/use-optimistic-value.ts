import { useState } from 'react'

/** A value that is changed at once: the wish is shown until the server's word, which was read at `readAt`, is newer. */
export function useOptimisticValue<T>(told: T, readAt: number) {
  const [wished, setWished] = useState<{ value: T; doneAt: number } | null>(null)
  return {
    shown: wished && readAt < wished.doneAt ? wished.value : told,
    /** Shows the value while it is sent; what the server refuses was never wished. */
    async wish(value: T, send: () => Promise<unknown>): Promise<void> {
      setWished({ value, doneAt: Number.POSITIVE_INFINITY })
      try {
        await send()
        setWished({ value, doneAt: Date.now() })
      } catch {
        setWished(null)
      }
    },
  }
}
