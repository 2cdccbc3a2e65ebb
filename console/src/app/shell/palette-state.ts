import { useSyncExternalStore } from 'react'

/** Open overlay: the command palette, the shortcuts, or none. */
export type Overlay = 'palette' | 'keys' | null

let overlay: Overlay = null
const listeners = new Set<() => void>()

function show(next: Overlay): void {
  overlay = next
  for (const listener of listeners) listener()
}

export const openPalette = () => show('palette')
export const openKeys = () => show('keys')
export const closeOverlay = () => show(null)
export const isPaletteOpen = () => overlay === 'palette'

export function useOverlay(): Overlay {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => overlay,
  )
}
