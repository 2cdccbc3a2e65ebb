import { dayEnd, lagosDay } from '@kobo/contract/kit/day'

/** Returns the instant at which access ends after a day in Lagos, its last second; null for no day. */
export function accessEndOf(day: string): string | null {
  return day === '' ? null : new Date(dayEnd(day).getTime() - 1_000).toISOString()
}

/** Returns the last day of access in Lagos; empty if access does not end. */
export function lastDayOf(accessUntil: string | null | undefined): string {
  return accessUntil ? lagosDay(new Date(accessUntil)) : ''
}
