import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses an element, or the panel or page, after the button of a completed action was removed along with its focus.
 * `isOpen`: the action's dialog is open. `offered` changes with the buttons.
 */
export function useFocusAfterRemoval(isOpen: boolean, offered: unknown, main?: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false)
  useEffect(() => {
    if (isOpen) wasOpen.current = true
    if (isOpen || !wasOpen.current || document.activeElement !== document.body) return
    const around = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
    const target = main?.current ?? around ?? document.getElementById('content')
    target?.focus({ preventScroll: true })
  }, [isOpen, offered, main])
}
