import type { Mode } from '@kobo/contract/kit/mode'
import classes from './mode-toggle.module.css'
import { useChangeMode } from '../../record/use-change-mode.ts'

/** Shows and changes the mode. */
export function ModeToggle({ mode: shown }: { mode: Mode }) {
  const { turnTo, state } = useChangeMode()
  return (
    <div className={classes.toggle} role="group" aria-label="Mode" data-mode={shown}>
      {modes.map(({ mode, label }) => (
        <button
          key={mode}
          type="button"
          className={classes.option}
          aria-pressed={mode === shown}
          disabled={state === 'sending'}
          onClick={() => mode !== shown && void turnTo(mode)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const modes: { mode: Mode; label: string }[] = [
  { mode: 'PRODUCTION', label: 'Live' },
  { mode: 'SANDBOX', label: 'Test' },
]
