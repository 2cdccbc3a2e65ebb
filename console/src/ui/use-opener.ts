import { type MouseEvent, useId, useState } from 'react'
import { preloadOnIntent } from './preload-on-intent.ts'

/** What a panel knows of the button that it hangs on. */
export interface PanelProps {
  id: string
  at: HTMLElement
  onClose: () => void
}

/** A button whose panel is loaded when somebody reaches for it; `panel` is there while the panel is open. */
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
