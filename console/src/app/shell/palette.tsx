import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { isUnderDialog } from '../../ui/is-under-dialog.ts'
import { part } from '../../ui/part.tsx'
import { closeOverlay, openKeys, openPalette, useOverlay } from './palette-state.ts'

const CommandPalette = part(() => import('./command-palette.tsx'), 'CommandPalette', { over: true })
const KeysDialog = part(() => import('./keys-dialog.tsx'), 'KeysDialog', { over: true })

/** Listens for the keys that work everywhere, and loads what they open when it is first wanted. */
export function Palette() {
  const overlay = useOverlay()
  useHotkeys(
    [
      [
        'mod+K',
        () => {
          if (!isUnderDialog()) openPalette()
        },
      ],
    ],
    [],
  )
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && !isTyping(event.target) && !isUnderDialog()) openKeys()
  })
  // Signing out takes the shell away; signing in again opens nothing by itself.
  useEffect(() => closeOverlay, [])
  return (
    <>
      {overlay === 'palette' && <CommandPalette onClose={closeOverlay} />}
      {overlay === 'keys' && <KeysDialog onClose={closeOverlay} />}
    </>
  )
}

/** In a field a question mark is a question mark. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null
}
