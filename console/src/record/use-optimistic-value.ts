import { useState } from 'react'

/** Shows the pending value until server data newer than the change arrives. `readAt` is when the data was received. */
export function useOptimisticValue<T>(told: T, readAt: number) {
  const [wished, setWished] = useState<{ value: T; doneAt: number } | null>(null)
  return {
    shown: wished && readAt < wished.doneAt ? wished.value : told,
    /** Shows the value while it is being sent, and reverts to the server's value on failure. */
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
