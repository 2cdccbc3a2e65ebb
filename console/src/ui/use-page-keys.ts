import { useEffectEvent, useLayoutEffect } from 'react'

/** Key in this browser's storage of whether single-key shortcuts are on. */
export const singleKeys = 'kobo.single-keys'

/** Returns whether shortcuts of one character are on. Speech input and unsteady hands press them by mistake. */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(singleKeys) !== 'false'
}

/** Registers shortcuts of the page by lower-case key. They are inactive while the operator types, and under a dialog. */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  useKeydown((event) => {
    const act = keys[event.key.toLowerCase()]
    if (!act || !isPageKey(event)) return
    event.preventDefault()
    act()
  })
}

/** Listens to keys before what was rendered is painted: a shortcut works as soon as its button is seen. */
export function useKeydown(listener: (event: KeyboardEvent) => void): void {
  const onKeydown = useEffectEvent(listener)
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeydown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

/** Returns whether a key is a shortcut of the page. */
export function isPageKey(event: KeyboardEvent): boolean {
  return isShortcut(event) && !isUnderDialog()
}

/** Returns whether a key is a shortcut of whatever is on top, rather than input of the focused element. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  return areSingleKeysOn() && !isTakingKeys(event.target)
}

const takesKeys = 'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"]'

/** Returns whether the focused element handles keys itself. */
function isTakingKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(takesKeys) !== null
}

/** Returns whether a dialog covers the page, which disables its shortcuts. */
export function isUnderDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}
