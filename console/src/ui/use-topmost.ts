import { type RefObject, useRef } from 'react'

/** Closes a dialog only if it is the topmost, because Escape reaches all open ones. */
export function useTopmost(onClose: () => void): { content: RefObject<HTMLDivElement | null>; close: () => void } {
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    const topmost = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    if (topmost === content.current) onClose()
  }
  return { content, close }
}
