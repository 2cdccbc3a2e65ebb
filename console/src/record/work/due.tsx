import type { WorkItem } from '@kobo/contract/work-items'
import { useMinuteClock } from '../../api/use-minute-clock.ts'
import { listDateTime } from '../../ui/dates.tsx'
import classes from './work-bar.module.css'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns a duration in its largest unit: `12 min`, `3 h`, `4 days`. */
export function duration(ms: number): string {
  if (ms < hourMs) return `${Math.max(0, Math.floor(ms / minuteMs))} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}

type Deadline = Pick<WorkItem, 'dueAt' | 'warnsAt' | 'pausedAt'>

/** Returns when an item is due, as seen at an instant: `in 12 min`, `3 h late`, `paused`. */
export function dueText({ dueAt, pausedAt }: Deadline, nowMs: number): string {
  const leftMs = Date.parse(dueAt) - (pausedAt ? Date.parse(pausedAt) : nowMs)
  const text = leftMs < 0 ? `${duration(-leftMs)} late` : `in ${duration(leftMs)}`
  return pausedAt ? `${text}, paused` : text
}

/** How pressing an item is at an instant. */
export function urgencyOf({ dueAt, warnsAt, pausedAt }: Deadline, nowMs: number): 'late' | 'soon' | 'none' {
  const atMs = pausedAt ? Date.parse(pausedAt) : nowMs
  if (Date.parse(dueAt) < atMs) return 'late'
  return Date.parse(warnsAt) < atMs ? 'soon' : 'none'
}

/** When an item is due, in red once it is late. */
export function Due({ of: item }: { of: WorkItem }) {
  const now = useMinuteClock()
  return (
    <span className={classes.due} data-urgency={urgencyOf(item, now)} title={listDateTime(item.dueAt)}>
      {dueText(item, now)}
    </span>
  )
}

/** How long an item has been open. */
export function Age({ of: item }: { of: WorkItem }) {
  return ageText(item, useMinuteClock())
}

/** Returns how long an item has been open, as seen at an instant. */
export function ageText({ openedAt }: Pick<WorkItem, 'openedAt'>, nowMs: number): string {
  return duration(nowMs - Date.parse(openedAt))
}
