import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { isUnderDialog, usePageKeys } from '../../ui/use-page-keys.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useAreaKeys } from './use-area-keys.ts'
import { closeOverlay, isPaletteOpen, openKeys, openPalette, useOverlay } from './palette-state.ts'

const CommandPalette = lazyComponent(() => import('./command-palette.tsx'), 'CommandPalette', { over: true })
const KeysDialog = lazyComponent(() => import('./shortcuts-dialog.tsx'), 'KeysDialog', { over: true })

/** Handles the global shortcuts, and loads the palette and the dialog on first use. */
export function Palette() {
  const overlay = useOverlay()
  const [text, setText] = useState('')
  const close = () => {
    closeOverlay()
    setText('')
  }
  useWindowEvent('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    event.preventDefault()
    if (!isUnderDialog()) openPalette()
  })
  usePageKeys({ '?': openKeys })
  useAreaKeys()
  // Text typed before the palette has loaded and taken the focus belongs to its input.
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isPaletteOpen() || isInside(event.target)) return
      if (event.key === 'Escape') close()
      else if (event.key === 'Backspace') setText((before) => before.slice(0, -1))
      else if (isWriting(event)) setText((before) => before + event.key)
      // Enter would press the button that opened the palette again.
      else if (event.key !== 'Enter') return
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )
  // Signing out unmounts the shell; the next sign-in must not reopen an overlay.
  useEffect(() => closeOverlay, [])
  return (
    <>
      {overlay === 'palette' && <CommandPalette text={text} onText={setText} onClose={close} />}
      {overlay === 'keys' && <KeysDialog onClose={closeOverlay} />}
    </>
  )
}

function isInside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null
}

/** Returns whether a key writes a character. AltGr combinations do, although they set `ctrlKey`. */
function isWriting(event: KeyboardEvent): boolean {
  return event.key.length === 1 && !event.metaKey && (!event.ctrlKey || event.getModifierState('AltGraph'))
}
