import { useEffect, useState } from 'react'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { requestIdle } from '../ui/preload.ts'

const Downloads = lazyComponent(() => import('./downloads.tsx'), 'Downloads')

/** Exports requested here, loaded when the browser is idle. If loading fails, the list works without them. */
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
