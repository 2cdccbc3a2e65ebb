import type { WorkItem } from '@kobo/contract/work-items'
import { listDateTime } from '../../ui/dates.tsx'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Returns a duration in its largest unit: `12 min`, `3 h`, `4 days`. */
export function duration(ms: number): string {
  if (ms < hourMs) return `${Math.max(0, Math.floor(ms / minuteMs))} min`
  if (ms < 2 * dayMs) return `${Math.floor(ms / hourMs)} h`
  return `${Math.floor(ms / dayMs)} days`
}

type Due = Pick<WorkItem, 'dueAt' | 'warnsAt' | 'pausedAt'>

/** Returns when an item is due, as seen at an instant: `in 12 min`, `3 h late`, `paused`. */
export function dueText({ dueAt, pausedAt }: Due, nowMs: number): string {
  const leftMs = Date.parse(dueAt) - (pausedAt ? Date.parse(pausedAt) : nowMs)
  const text = leftMs < 0 ? `${duration(-leftMs)} late` : `in ${duration(leftMs)}`
  return pausedAt ? `${text}, paused` : text
}

/** How pressing an item is at an instant. */
export function urgencyOf({ dueAt, warnsAt, pausedAt }: Due, nowMs: number): 'late' | 'soon' | 'none' {
  const atMs = pausedAt ? Date.parse(pausedAt) : nowMs
  if (Date.parse(dueAt) < atMs) return 'late'
  return Date.parse(warnsAt) < atMs ? 'soon' : 'none'
}

/** Returns who has an item. */
export function holderText({ claim, snoozedUntil, skips }: Pick<WorkItem, 'claim' | 'snoozedUntil' | 'skips'>): string {
  if (snoozedUntil) return `Snoozed until ${listDateTime(snoozedUntil)}`
  if (claim) return claim.isOwn ? 'You' : claim.staffName
  return skips === 0 ? 'Nobody' : `Nobody, skipped by ${skips}`
}
