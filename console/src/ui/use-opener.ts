import { type MouseEvent, useId, useState } from 'react'
import { preloadOnIntent } from './preload.ts'

/** Props that connect a panel to its button. */
export interface PanelProps {
  id: string
  at: HTMLElement
  onClose: () => void
}

/** Manages a button and its panel, which is preloaded on intent. `panel` is set while it is open. */
export function useOpener(popup: 'menu' | 'dialog', load: () => Promise<unknown>) {
  const id = useId()
  const [at, setAt] = useState<HTMLElement | null>(null)

  function close() {
    at?.focus({ preventScroll: true })
    setAt(null)
  }
  const panel: PanelProps | null = at && { id, at, onClose: close }
  return {
    panel,
    button: {
      id,
      'aria-haspopup': popup,
      'aria-expanded': at !== null,
      onClick: (event: MouseEvent<HTMLElement>) => (at ? close() : setAt(event.currentTarget)),
      ...preloadOnIntent(load),
    },
  }
}
