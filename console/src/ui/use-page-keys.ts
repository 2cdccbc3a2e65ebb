import { useWindowEvent } from '@mantine/hooks'
import { isUnderDialog } from './is-under-dialog.ts'

/**
 * Keys that mean something anywhere on the page, or in the only window over it (`windows` 1), by what they write in small: not
 * while somebody types, nor under a further window.
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

/** In a field a letter is a letter. */
function isTakingKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(takesKeys) !== null
}
