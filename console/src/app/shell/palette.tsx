import { useHotkeys, useWindowEvent } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { isUnderDialog } from '../../ui/is-under-dialog.ts'
import { closeOverlay, openKeys, openPalette, useOverlay } from './palette-state.ts'

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const KeysDialog = lazy(() => import('./keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })))

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
    <Suspense fallback={null}>
      {overlay === 'palette' && <CommandPalette />}
      {overlay === 'keys' && <KeysDialog />}
    </Suspense>
  )
}

/** In a field a question mark is a question mark. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null
}
