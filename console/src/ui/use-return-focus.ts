import { useLayoutEffect, useState } from 'react'

/** Gives the focus back to where it was, when a window that exists only while it is open goes away. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    // The focus was in a window whose place this one takes, and which has given it back by now.
    const to = before?.isConnected ? before : document.activeElement
    return () => {
      if (to instanceof HTMLElement && to.isConnected) to.focus({ preventScroll: true })
    }
  }, [before])
}
