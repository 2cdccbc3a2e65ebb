import { type RefObject, useEffect, useRef } from 'react'
import { watchInteraction } from '../ui/watch-interaction.ts'
import { useSeenEntry } from './use-seen-entry.ts'

/** Maximum duration in milliseconds, by which pages have loaded. It also releases operators who scroll by other means. */
const holdMs = 10_000

/**
 * Scrolls to the tab that the address names and focuses it. Holds the position while content above is loading, until the
 * operator interacts.
 */
export function useScrollToTab(panel: RefObject<HTMLElement | null>, isNamed: boolean): void {
  const wasSeen = useSeenEntry()
  const shouldScroll = useRef(isNamed && !wasSeen)

  useEffect(() => {
    const target = panel.current
    // The page itself, since an element around it without a box (`display: contents`) has no size to observe.
    const page = target?.closest('[data-record-page]')
    const viewport = target?.closest('main')
    if (!shouldScroll.current || !target || !page || !viewport) return
    const scrollToTarget = () => {
      target.scrollIntoView()
      target.focus({ preventScroll: true })
    }
    const controller = new AbortController()
    const release = () => controller.abort()
    const sizes = new ResizeObserver(scrollToTarget)
    sizes.observe(page)
    // A new page is scrolled to its top once its heading has rendered.
    viewport.addEventListener('scroll', scrollToTarget, { signal: controller.signal })
    watchInteraction(release, controller.signal)
    const timer = setTimeout(release, holdMs)
    controller.signal.addEventListener('abort', () => {
      sizes.disconnect()
      clearTimeout(timer)
    })
    return release
  }, [panel])
}
