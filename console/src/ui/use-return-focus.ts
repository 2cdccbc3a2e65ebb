import { useEffect, useState } from 'react'

/** Gives the focus back to where it was, when a window that exists only while it is open goes away. */
export function useReturnFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    },
    [before],
  )
}
