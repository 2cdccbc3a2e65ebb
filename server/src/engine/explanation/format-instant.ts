import { lagosClock, lagosDay, lagosTime } from '@kobo/contract/kit/day'

/** `at 22:42:03` on the same day, otherwise `on 20-11-2026 at 22:42:03`; Lagos time. */
export function formatInstant(at: string, now: Date): string {
  const instant = new Date(at)
  const clock = `at ${lagosClock(instant)}`
  return lagosDay(instant) === lagosDay(now) ? clock : `on ${lagosTime(instant).slice(0, 10)} ${clock}`
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** `20 November 2026 at 22:42:03`; Lagos time, with the date for readers on another day. */
export function formatFullInstant(at: string): string {
  const instant = new Date(at)
  const [year = '', month = '', day = ''] = lagosDay(instant).split('-')
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year} at ${lagosClock(instant)}`
}
