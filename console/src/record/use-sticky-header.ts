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
    let from: number | null = null
    const look = () => {
      const place = header.current?.getBoundingClientRect()
      if (!place || (from !== null && scroller.scrollTop >= from)) return
      const beyond = place.bottom - scroller.getBoundingClientRect().top - barHeight
      from = from === null && beyond < 0 ? scroller.scrollTop + beyond : null
      setHeight(from === null ? null : place.height)
    }
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [header])
  return height
}
