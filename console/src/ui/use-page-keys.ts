import { useWindowEvent } from '@mantine/hooks'

/** Key in this browser's storage of whether single-key shortcuts are on. */
export const singleKeys = 'kobo.single-keys'

/** Returns whether shortcuts of one character are on. Speech input and unsteady hands press them by mistake. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(singleKeys) !== 'false'
}

/**
 * Registers shortcuts of the page, or of the only dialog over it (`windows` 1), by lower-case key. They are inactive while the
 * operator types, and under a further dialog.
 */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>, windows = 0): void {
  useWindowEvent('keydown', (event) => {
    const act = keys[event.key.toLowerCase()]
    if (!act || !isPageKey(event, windows)) return
    event.preventDefault()
    act()
  })
}

/** Returns whether a key is a shortcut of the page, or of the only dialog over it (`windows` 1). */
export function isPageKey(event: KeyboardEvent, windows = 0): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  return areSingleKeysOn() && !isTakingKeys(event.target) && !isUnderDialog(windows)
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
