import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from '../ui/use-search-params.ts'

/** Entries of the history that were shown before: Back returns to where one was in them. */
const seenEntries = new Set<string>()

/** Pages have settled by then; and who scrolls without a key or a pointer is not held for ever. */
const holdMs = 10_000

/**
 * Opens the page at its tab where the address names one, with the focus on it, and stays there while what stands above is still coming: until
 * the operator does anything.
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
    // A page that opens is scrolled to its top when its heading has come.
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
