import { z } from 'zod'

/** Lagos time is UTC+1 all year. */
const lagosOffsetMs = 3_600_000
const dayMs = 86_400_000

/** Bounds of a valid day: whole years that JavaScript and PostgreSQL format alike. */
export const firstDay = '1900-01-01'
export const lastDay = '2100-12-31'

/** Calendar day, `yyyy-MM-dd`. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Date must have the format yyyy-MM-dd')
  .refine(isCalendarDay, 'This date does not exist')
  .refine((text) => text >= firstDay && text <= lastDay, 'Date must be from 1900 to 2100')

/** Day of a filter; empty counts as absent. */
export const filterDay = z.preprocess((raw) => (raw === '' ? undefined : raw), day.optional())

function isCalendarDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Shifts an instant so that its UTC fields read as Lagos time. */
export function inLagos(at: Date): Date {
  return new Date(at.getTime() + lagosOffsetMs)
}

/** Returns the day in Lagos, `yyyy-MM-dd`. */
export function lagosDay(at: Date): string {
  return inLagos(at).toISOString().slice(0, 10)
}

/** Returns the Monday of a day's week. */
export function weekStart(of: string): string {
  const at = new Date(`${of}T00:00:00Z`)
  const daysSinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - daysSinceMonday * dayMs).toISOString().slice(0, 10)
}

/** Returns the first day of a day's month. */
export function monthStart(of: string): string {
  return `${of.slice(0, 7)}-01`
}

/** Returns the instant at which a day begins in Lagos. */
export function dayStart(of: string): Date {
  return new Date(Date.parse(`${of}T00:00:00Z`) - lagosOffsetMs)
}

/** Returns the instant at which the following day begins in Lagos: the exclusive end of an inclusive range. */
export function dayEnd(of: string): Date {
  return new Date(dayStart(of).getTime() + dayMs)
}

/** Returns `dd-MM-yyyy HH:mm` in Lagos, the format of lists and sentences. */
export function lagosTime(at: Date): string {
  const [date = '', time = ''] = inLagos(at).toISOString().split('T')
  return `${date.split('-').reverse().join('-')} ${time.slice(0, 5)}`
}

/** Returns `HH:mm:ss` in Lagos. */
export function lagosClock(at: Date): string {
  return inLagos(at).toISOString().slice(11, 19)
}
