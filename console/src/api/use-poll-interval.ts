import { useEffect, useState } from 'react'

const quickMs = 2_000
const slowMs = 30_000

/** How long a watched record is asked quickly. */
const quickForMs = 180_000

/** What was asked in the last round before the end may have been answered before it: one more round tells. */
const lastRoundMs = quickMs + 500

/** Whether something changes by itself: soon (`true`), or once a colleague or somebody outside gets to it (`'slow'`). */
export type Changing = boolean | 'slow'

/**
 * How often to ask about something that changes: quickly for some minutes, then slowly; what changes slowly is asked about
 * slowly, and what has come to its end once more.
 */
export function usePollMs(changing: Changing): number | undefined {
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
  // A slow round would end before it is asked.
  return quickMs
}
