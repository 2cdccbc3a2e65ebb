import { useEffect, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { requestIdle } from '../ui/request-idle.ts'

const Downloads = lazyComponent(() => import('./downloads.tsx'), 'Downloads')

/** The files that were ordered here, looked for once nothing else is to be done; where that fails the list does without. */
export function LateDownloads({ place, isDue }: { place: string; isDue: boolean }) {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (isDue)
      requestIdle(
        () =>
          void Downloads.load().then(
            () => setLoaded(true),
            () => undefined,
          ),
      )
  }, [isDue])
  return isLoaded && <Downloads place={place} />
}
