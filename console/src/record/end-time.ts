import { serverNow } from '../api/clock.ts'

/** Day and hour in Lagos at which a freeze or lien ends by itself; no day for none. */
export interface EndTime {
  day: string
  hour: string
}

export const noEnd: EndTime = { day: '', hour: '09:00' }

/** Returns the instant of an entered end, if any. */
export function instantOf({ day, hour }: EndTime): string | undefined {
  return day === '' ? undefined : `${day}T${hour}:00+01:00`
}

/** Returns whether an entered end is not in the future. */
export function isPast(end: EndTime): boolean {
  const instant = instantOf(end)
  return instant !== undefined && Date.parse(instant) <= serverNow()
}
