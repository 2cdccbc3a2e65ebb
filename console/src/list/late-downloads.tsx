import { useEffect, useState } from 'react'
import { part } from '../ui/part.tsx'
import { whenIdle } from '../ui/when-idle.ts'

const Downloads = part(() => import('./downloads.tsx'), 'Downloads')

/** The files that were ordered here, looked for once nothing else is to be done; where that fails the list does without. */
export function LateDownloads({ place, isDue }: { place: string; isDue: boolean }) {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (isDue)
      whenIdle(
        () =>
          void Downloads.load().then(
            () => setLoaded(true),
            () => undefined,
          ),
      )
  }, [isDue])
  return isLoaded && <Downloads place={place} />
}
