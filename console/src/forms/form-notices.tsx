import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { modeName } from '../api/session-store.ts'
import { useMode, useModeElsewhere } from '../api/use-mode.ts'
import { CopyTextButton } from '../ui/copy-text-button.tsx'
import { enteredText } from './entered-text.ts'
import classes from './form-notices.module.css'
import type { Sent } from './submit-state.ts'

/** Returns why a form cannot be sent: the blocker of its record, or a mode change elsewhere. */
export function useSendBlocker(blocker?: string | null): string | null {
  const mode = useMode()
  const elsewhere = useModeElsewhere()
  if (!mode || !elsewhere) return blocker ?? null
  return `The mode was changed to ${modeName(elsewhere)} in another window. Your input here belongs to ${modeName(mode)} and cannot be sent`
}

interface FormNoticesProps {
  of: Pick<Sent, 'isDirty' | 'earlier'>
  blocker: string | null
  /** Discards the input of a form in the page. Dialogs are closed instead. */
  onDiscard?: () => void
}

/** Notices above a form: why it cannot be sent, and the outcome of the earlier request. */
export function FormNotices({ of: { isDirty, earlier }, blocker, onDiscard }: FormNoticesProps) {
  return (
    <>
      {blocker && (
        <Alert role="alert" color="var(--kobo-orange)" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          <p className={classes.sentence}>{blocker}.</p>
          {isDirty && (
            <div className={classes.buttons}>
              <CopyTextButton value={enteredText} label="Copy your input" toast="Input copied" />
              {onDiscard && (
                <Button variant="default" size="xs" onClick={onDiscard}>
                  Discard
                </Button>
              )}
            </div>
          )}
        </Alert>
      )}
      {earlier && (
        <Alert role="status" icon={<IconInfoCircle size={18} stroke={1.6} />}>
          <p className={classes.sentence}>{earlier.text}</p>
          {earlier.state === 'unknown' && (
            <div className={classes.buttons}>
              <Button variant="default" size="xs" onClick={earlier.check}>
                Check again
              </Button>
            </div>
          )}
        </Alert>
      )}
    </>
  )
}
