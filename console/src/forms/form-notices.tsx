import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { modeName } from '../api/session-store.ts'
import { useMode, useModeElsewhere } from '../api/session.tsx'
import { CopyTextButton } from '../ui/copy-text-button.tsx'
import classes from './form-notices.module.css'
import type { Sent } from './use-contract-form.ts'

/** Returns why a form cannot be sent: the blocker of its record, or a mode change elsewhere. */
export function useSendBlocker(blocker?: string | null): string | null {
  const mode = useMode()
  const otherMode = useModeElsewhere()
  if (!mode || !otherMode) return blocker ?? null
  return `The mode was changed to ${modeName(otherMode)} in another window. Your input here belongs to ${modeName(mode)} and cannot be sent`
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

/** Returns the text entered in the enclosing form, each value with its label if there are several. Excludes passwords. */
function enteredText(inside: HTMLElement): string {
  const elements = [...(inside.closest('form')?.elements ?? [])]
  const entered = elements.flatMap((element) => {
    if (!(element instanceof HTMLTextAreaElement) && !isText(element)) return []
    if (element.value === '' || element.getAttribute('aria-hidden') === 'true') return []
    return [[element.labels?.[0]?.textContent?.replace(/\s*\*$/, ''), element.value] as const]
  })
  if (entered.length === 1) return entered[0]?.[1] ?? ''
  return entered.map(([label, value]) => (label ? `${label}: ${value}` : value)).join('\n')
}

const copied = new Set(['text', 'email', 'tel', 'search', 'url', 'number'])

function isText(element: Element): element is HTMLInputElement {
  return element instanceof HTMLInputElement && copied.has(element.type)
}

/** Progress of an upload, from 0 to 1; afterwards the server is processing the files. */
export function UploadProgress({ sent }: { sent: number }) {
  const percent = Math.floor(sent * 100)
  return (
    <div className={classes.progress}>
      <progress aria-label="Upload" max={100} value={percent} />
      <span>{percent < 100 ? `${percent}% uploaded` : 'Uploaded. The server is checking the files...'}</span>
    </div>
  )
}
