import { type RefObject, useEffect, useState } from 'react'

/** Height of the sticky bar in pixels. */
const barHeight = 52

/** Returns the full height of a header that has collapsed to its sticky bar; null while it is fully visible. */
export function useStickyHeader(header: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const scroller = header.current?.closest('main')
    if (!scroller) return
    /** Scroll position from which the bar is shown. */
    let shownFrom: number | null = null
    const update = () => {
      const bounds = header.current?.getBoundingClientRect()
      if (!bounds || (shownFrom !== null && scroller.scrollTop >= shownFrom)) return
      const overlap = bounds.bottom - scroller.getBoundingClientRect().top - barHeight
      shownFrom = shownFrom === null && overlap < 0 ? scroller.scrollTop + overlap : null
      setHeight(shownFrom === null ? null : bounds.height)
    }
    scroller.addEventListener('scroll', update, { passive: true })
    return () => scroller.removeEventListener('scroll', update)
  }, [header])
  return height
}
