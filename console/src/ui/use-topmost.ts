import { type RefObject, useRef } from 'react'

/** Closes a window only while it is the topmost: Escape reaches every open one at once. */
export function useTopmost(onClose: () => void): { content: RefObject<HTMLDivElement | null>; close: () => void } {
  const content = useRef<HTMLDivElement>(null)
  const close = () => {
    const topmost = [...document.querySelectorAll('[role="dialog"]')].at(-1)
    if (topmost === content.current) onClose()
  }
  return { content, close }
}
