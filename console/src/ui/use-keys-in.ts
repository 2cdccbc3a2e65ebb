import type { RefObject } from 'react'
import { isShortcut, useKeydown } from './use-page-keys.ts'

/**
 * Registers shortcuts of the page, panel or dialog that contains an element, by lower-case key. They are inactive while the
 * operator types, and under a further dialog.
 */
export function useKeysIn(
  element: RefObject<Element | null>,
  keys: Readonly<Record<string, (() => void) | undefined>>,
): void {
  useKeydown((event) => {
    const act = keys[event.key.toLowerCase()]
    const dialogs = [...document.querySelectorAll('[role="dialog"]')]
    const own = element.current?.closest('[role="dialog"]') ?? undefined
    if (!act || !element.current || event.repeat || dialogs.at(-1) !== own) return
    if (!isShortcut(event)) return
    event.preventDefault()
    act()
  })
}
