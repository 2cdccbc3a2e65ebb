import { IconAlertTriangle } from '@tabler/icons-react'
import { timeSince } from './dates.tsx'
import classes from './stale-notice.module.css'

interface StaleNoticeProps {
  /** When what is shown was last known to be so, and what time it is now, in milliseconds since 1970. */
  of: { since: number; now: number }
  again: () => void
}

/** Says that what stands here may have changed since, and offers another try. */
export function StaleNotice({ of: { since, now }, again }: StaleNoticeProps) {
  return (
    <span role="alert" className={classes.notice} data-print="never">
      <IconAlertTriangle size={14} stroke={1.75} aria-hidden />
      <span className={classes.text}>Not up to date since {timeSince(since, now)}</span>
      <button type="button" className={classes.again} onClick={again}>
        Try again
      </button>
    </span>
  )
}

/** The same over the edge of what it is about: nothing moves for it. */
export function StaleNoticeOver(props: StaleNoticeProps) {
  return (
    <div className={classes.over}>
      <StaleNotice {...props} />
    </div>
  )
}
