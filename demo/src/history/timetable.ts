import { dayMs, hourMs, hours, minuteMs, weekdays } from '../calendar.ts'

/** Number of rows to write between two instants. */
export interface Slot {
  from: number
  to: number
  rows: number
}

export interface Span {
  from: number
  /** Current time. */
  now: number
  rows: number
  /** Minimum number of rows in the last hour. */
  lately: number
  /** Share of account holders present at an instant. */
  openShare: (at: number) => number
}

/** The last slot ends this long before now, so that nothing lies in the future. */
const momentMs = 5000

/** Distributes rows over time with hourly, weekly and monthly patterns and growth. */
export function timetable({ from, now, rows, lately, openShare }: Span): Slot[] {
  const slots: Slot[] = []
  const weights: number[] = []
  let sum = 0
  const lastHour = now - hourMs
  for (let at = from; at < now - momentMs; ) {
    const to = at >= lastHour ? now - momentMs : Math.min(at - (at % hourMs) + hourMs, lastHour)
    const weight = ((to - at) / hourMs) * weightAt(at, from, now) * (0.3 + openShare(at))
    slots.push({ from: at, to, rows: 0 })
    weights.push(weight)
    sum += weight
    at = to
  }
  const last = slots.at(-1)
  if (!last) return []
  const lastWeight = weights.pop() ?? 0
  last.rows = Math.min(rows, Math.max(lately, Math.round((rows * lastWeight) / sum)))
  shareOut(slots, weights, rows - last.rows)
  return slots
}

/** Allocates whole numbers in proportion to the weights, with an exact total. */
function shareOut(slots: readonly Slot[], weights: readonly number[], rows: number): void {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let weighed = 0
  let assigned = 0
  for (const [position, weight] of weights.entries()) {
    weighed += weight
    const slot = slots[position]
    if (!slot) continue
    const upTo = position === weights.length - 1 ? rows : Math.round((rows * weighed) / sum)
    slot.rows = upTo - assigned
    assigned = upTo
  }
}

function weightAt(at: number, from: number, now: number): number {
  const local = new Date(at + hourMs)
  const date = local.getUTCDate()
  const salaries = date >= 25 || date <= 2 ? 1.35 : 1
  const growth = 0.5 + (at - from) / (now - from)
  // A few payments are made at night too.
  return Math.max(hours[local.getUTCHours()] ?? 1, 0.8) * (weekdays[local.getUTCDay()] ?? 1) * salaries * growth
}

/** Age below which a transaction is recent; two thirds of recent payouts are still open. */
export const recentMs = 12 * minuteMs

/** Day in Lagos, counted from 1970. */
export function lagosDayIndex(at: number): number {
  return Math.floor((at + hourMs) / dayMs)
}
