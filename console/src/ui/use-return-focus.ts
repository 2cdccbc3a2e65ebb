import { useLayoutEffect, useState } from 'react'

/** Returns the focus to the element that had it, when a dialog mounted only while open closes. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    // The focus was in a dialog that this one replaces, and which has already returned it.
    const to = before?.isConnected ? before : document.activeElement
    return () => {
      if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
    }
  }, [before])
}
