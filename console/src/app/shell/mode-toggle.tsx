import type { Mode } from '@kobo/contract/kit/mode'
import { session } from '@kobo/contract/session'
import { useRouter } from '@tanstack/react-router'
import { adoptMode } from '../../api/session-store.ts'
import { useWrite } from '../../api/use-write.ts'
import classes from './mode-toggle.module.css'

const modes: { mode: Mode; label: string }[] = [
  { mode: 'PRODUCTION', label: 'Live' },
  { mode: 'SANDBOX', label: 'Test' },
]

/** Changes between Live and Test, for this session and all its windows. */
export function ModeToggle({ mode: shown }: { mode: Mode }) {
  const router = useRouter()
  const change = useWrite(session.changeMode, { keepsRead: true })

  async function turnTo(mode: Mode) {
    try {
      await change.send({ mode })
    } catch {
      return // The failure has been said; the mode stays.
    }
    adoptMode(mode)
    await router.invalidate()
  }

  return (
    <div className={classes.toggle} role="group" aria-label="Mode" data-mode={shown}>
      {modes.map(({ mode, label }) => (
        <button
          key={mode}
          type="button"
          className={classes.option}
          aria-pressed={mode === shown}
          disabled={change.state === 'sending'}
          onClick={() => mode !== shown && void turnTo(mode)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
