import { Button } from '@mantine/core'
import classes from './session-expiry-notice.module.css'

interface SessionEndNoticeProps {
  leftMs: number
  /** Extends the session; undefined if it cannot be extended. */
  onStay: (() => void) | undefined
}

/** Shows how long the session lasts and why it ends. */
export function SessionExpiryNotice({ leftMs, onStay }: SessionEndNoticeProps) {
  return (
    <div className={classes.notice}>
      <p role="status" className={classes.text}>
        {onStay
          ? 'Your session is about to end because you have been idle.'
          : 'Your session is about to reach its maximum duration. You will have to sign in again, and this page is kept for you.'}
      </p>
      <div className={classes.row}>
        <span role="timer" className={classes.left}>
          {timeLeft(leftMs)} left
        </span>
        {onStay && (
          <Button size="compact-sm" onClick={onStay}>
            Stay signed in
          </Button>
        )}
      </div>
    </div>
  )
}

function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
