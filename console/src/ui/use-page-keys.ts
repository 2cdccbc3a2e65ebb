import { useWindowEvent } from '@mantine/hooks'

/**
 * Registers shortcuts of the page, or of the only dialog over it (`windows` 1), by lower-case key. They are inactive while the
 * operator types, and under a further dialog.
 */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>, windows = 0): void {
  useWindowEvent('keydown', (event) => {
    const act = keys[event.key.toLowerCase()]
    if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTakingKeys(event.target) || isUnderDialog(windows)) return
    event.preventDefault()
    act()
  })
}

const takesKeys = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"]'

/** Returns whether the focused element handles keys itself. */
function isTakingKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(takesKeys) !== null
}

/** Returns whether a dialog covers the page, which disables its shortcuts. For a dialog itself, pass `windows` 1. */
export function isUnderDialog(windows = 0): boolean {
  return document.querySelectorAll('[role="dialog"]').length > windows
}
