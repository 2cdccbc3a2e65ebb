import { z } from 'zod'

/** Intervals of recurring payouts. */
export const intervals = ['daily', 'weekly', 'monthly', 'Yearly'] as const

export type Interval = (typeof intervals)[number]

/**
 * Returns the day `n` intervals after the first one. Counted from the first day, not from the last run, so that a month or year
 * that lacks the day uses its last day and the next one has the day again.
 */
export function nthDay(startDay: string, interval: Interval, n: number): string {
  const start = new Date(`${startDay}T00:00:00Z`)
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()]
  switch (interval) {
    case 'daily':
      return formatDay(Date.UTC(year, month, day + n))
    case 'weekly':
      return formatDay(Date.UTC(year, month, day + 7 * n))
    case 'monthly':
      return inMonth(year, month + n, day)
    case 'Yearly':
      return inMonth(year + n, month, day)
  }
}

/** Returns the first run after a day that has not been made yet; null if the last day is before it. */
export function nextRunAfter(
  day: string,
  order: { start_day: string; end_day: string | null; interval: string; next_run: number },
): { number: number; day: string } | null {
  const interval = z.enum(intervals).parse(order.interval)
  let number = order.next_run
  while (nthDay(order.start_day, interval, number) <= day) number += 1
  const nextDay = nthDay(order.start_day, interval, number)
  return order.end_day !== null && nextDay > order.end_day ? null : { number, day: nextDay }
}

function inMonth(year: number, month: number, day: number): string {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return formatDay(Date.UTC(year, month, Math.min(day, lastDay)))
}

function formatDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
