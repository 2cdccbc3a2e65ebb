import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from '../ui/use-search-params.ts'

/** History entries shown before. For these, Back restores the scroll position. */
const seenEntries = new Set<string>()

/** Maximum duration in milliseconds, by which pages have loaded. It also releases operators who scroll by other means. */
const holdMs = 10_000

/**
 * Scrolls to the tab that the address names and focuses it. Holds the position while content above is loading, until the
 * operator interacts.
 */
export function useScrollToTab(panel: RefObject<HTMLElement | null>, isNamed: boolean): void {
  const { entry } = useSearchParams()
  const lands = useRef(isNamed && !seenEntries.has(entry))

  useEffect(() => {
    seenEntries.add(entry)
  }, [entry])

  useEffect(() => {
    const place = panel.current
    const page = place?.closest('main')?.firstElementChild
    if (!lands.current || !place || !page) return
    const land = () => {
      place.scrollIntoView()
      place.focus({ preventScroll: true })
    }
    const held = new AbortController()
    const release = () => held.abort()
    const sizes = new ResizeObserver(land)
    sizes.observe(page)
    // A new page is scrolled to its top once its heading has rendered.
    page.parentElement?.addEventListener('scroll', land, { signal: held.signal })
    for (const deed of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
      window.addEventListener(deed, release, { signal: held.signal, capture: true, passive: true })
    }
    const timer = setTimeout(release, holdMs)
    held.signal.addEventListener('abort', () => {
      sizes.disconnect()
      clearTimeout(timer)
    })
    return release
  }, [panel])
}
