import { useState } from 'react'

/** Shows the pending value until server data newer than the change arrives. `readAt` is when the data was received. */
export function useOptimisticValue<T>(serverValue: T, readAt: number) {
  const [pending, setPending] = useState<{ value: T; doneAt: number } | null>(null)
  return {
    shown: pending && readAt < pending.doneAt ? pending.value : serverValue,
    /** Shows the value while it is being sent, and reverts to the server's value on failure. */
    async wish(value: T, send: () => Promise<unknown>): Promise<void> {
      setPending({ value, doneAt: Number.POSITIVE_INFINITY })
      try {
        await send()
        setPending({ value, doneAt: Date.now() })
      } catch {
        setPending(null)
      }
    },
  }
}
