import { type RefObject, useEffect, useState } from 'react'

/** As high as the bar is. */
const barHeight = 52

/** How high a header is that has scrolled out of sight but for a bar of it; nothing while it is to be seen whole. */
export function useStickyHeader(header: RefObject<HTMLElement | null>): number | null {
  const [height, setHeight] = useState<number | null>(null)
  useEffect(() => {
    const scroller = header.current?.closest('main')
    if (!scroller) return
    /** From where on the bar stands. */
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
