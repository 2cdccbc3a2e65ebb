import { z } from 'zod'

/** Nigeria keeps UTC+1 all year. */
const lagosOffsetMs = 3_600_000
const dayMs = 86_400_000

/** The days that anybody may name: whole years that JavaScript and PostgreSQL write alike. */
export const firstDay = '1900-01-01'
export const lastDay = '2100-12-31'

/** A calendar day, `yyyy-MM-dd`. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Date must be written yyyy-MM-dd')
  .refine(isCalendarDay, 'There is no such date')
  .refine((text) => text >= firstDay && text <= lastDay, 'Date must be from 1900 to 2100')

/** A day of a filter: empty counts as absent. */
export const filterDay = z.preprocess((raw) => (raw === '' ? undefined : raw), day.optional())

function isCalendarDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The instant at which clocks of UTC show what those in Lagos show at this one. */
export function inLagos(at: Date): Date {
  return new Date(at.getTime() + lagosOffsetMs)
}

/** The day in Lagos at this instant, `yyyy-MM-dd`. */
export function lagosDay(at: Date): string {
  return inLagos(at).toISOString().slice(0, 10)
}

/** The instant at which this day begins in Lagos. */
export function dayStart(of: string): Date {
  return new Date(Date.parse(`${of}T00:00:00Z`) - lagosOffsetMs)
}

/** The instant at which the day after this one begins in Lagos: the exclusive end of an inclusive range. */
export function dayEnd(of: string): Date {
  return new Date(dayStart(of).getTime() + dayMs)
}

/** `dd-MM-yyyy HH:mm` in Lagos: how an instant stands in lists and sentences. */
export function lagosTime(at: Date): string {
  const [date = '', time = ''] = inLagos(at).toISOString().split('T')
  return `${date.split('-').reverse().join('-')} ${time.slice(0, 5)}`
}

/** `HH:mm:ss` in Lagos. */
export function lagosClock(at: Date): string {
  return inLagos(at).toISOString().slice(11, 19)
}
