import { useEffect, useState } from 'react'

const quickMs = 2_000
const slowMs = 30_000

/** How long a watched record is polled quickly. */
const quickForMs = 180_000

/** The last poll before the end may have been answered before it, so one more poll follows. */
const lastRoundMs = quickMs + 500

/** Whether a record changes without the operator: soon (`true`), or after a colleague or external service acts (`'slow'`). */
export type Changing = boolean | 'slow'

/**
 * Returns the polling interval of a changing record: quick for some minutes, then slow. Slowly changing records are polled
 * slowly, finished ones once more.
 */
export function usePollInterval(changing: Changing): number | undefined {
  const isQuick = changing === true
  const [pollMs, setPollMs] = useState<number>()
  useEffect(() => {
    if (isQuick) setPollMs(quickMs)
    const timer = isQuick
      ? setTimeout(() => setPollMs(slowMs), quickForMs)
      : setTimeout(() => setPollMs(undefined), lastRoundMs)
    return () => clearTimeout(timer)
  }, [isQuick])
  if (isQuick || pollMs === undefined) return pollMs ?? (changing === 'slow' ? slowMs : undefined)
  // A slow interval would be cleared before its first poll.
  return quickMs
}
