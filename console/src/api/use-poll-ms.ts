import { useEffect, useState } from 'react'

const quickMs = 2_000
const slowMs = 30_000

/** How long a watched record is asked quickly. */
const quickForMs = 180_000

/** What was asked in the last round before the end may have been answered before it: one more round tells. */
const lastRoundMs = quickMs + 500

/** How often to ask about something that changes by itself: quickly for some minutes, then slowly, once after its end. */
export function usePollMs(changing: boolean): number | undefined {
  const [pollMs, setPollMs] = useState<number>()
  useEffect(() => {
    if (changing) setPollMs(quickMs)
    const timer = changing
      ? setTimeout(() => setPollMs(slowMs), quickForMs)
      : setTimeout(() => setPollMs(undefined), lastRoundMs)
    return () => clearTimeout(timer)
  }, [changing])
  // A slow round would end before it is asked.
  return changing || pollMs === undefined ? pollMs : quickMs
}
