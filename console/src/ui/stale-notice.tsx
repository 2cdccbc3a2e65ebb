import { IconAlertTriangle } from '@tabler/icons-react'
import { timeSince } from './dates.tsx'
import classes from './stale-notice.module.css'

interface StaleNoticeProps {
  /** When the data was last current, and the current time, in epoch milliseconds. */
  of: { since: number; now: number }
  again: () => void
}

/** Notice that data may be outdated, with a retry button. */
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

/** Staleness notice that overlaps the edge of its part, so that no content moves. */
export function StaleNoticeOver(props: StaleNoticeProps) {
  return (
    <div className={classes.over}>
      <StaleNotice {...props} />
    </div>
  )
}
