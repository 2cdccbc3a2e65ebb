import { dayStart, inLagos, lagosDay } from './day.ts'

/** Weekdays in their order, the first of which is number 1. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** Span of working time on a weekday, 1 for Monday to 7 for Sunday; times are `HH:mm` in Lagos, the end excluded. */
export interface WorkSpan {
  weekday: number
  from: string
  until: string
}

/** When business time passes: in the spans, which do not overlap, except on holidays (`yyyy-MM-dd`). */
export interface WorkCalendar {
  spans: readonly WorkSpan[]
  holidays: ReadonlySet<string>
}

const minuteMs = 60_000
const dayMs = 86_400_000
/** Longer than any calendar rests, even if its only working day is a holiday in each of 200 weeks. */
const maxIdleDays = 1_500

/** Returns the instant at which that many business minutes have passed. Throws a RangeError if the calendar has no working time. */
export function addBusinessMinutes(from: Date, minutes: number, calendar: WorkCalendar): Date {
  let leftMs = minutes * minuteMs
  let idleDays = 0
  for (let day = lagosDay(from); idleDays < maxIdleDays; day = nextDay(day)) {
    idleDays += 1
    for (const span of spansOn(day, calendar)) {
      const start = Math.max(span.start, from.getTime())
      if (start >= span.end) continue
      if (leftMs <= span.end - start) return new Date(start + leftMs)
      leftMs -= span.end - start
      idleDays = 0
    }
  }
  throw new RangeError('The calendar has no working time')
}

/** Returns the spans of a day as instants in milliseconds, in order. */
function spansOn(day: string, { spans, holidays }: WorkCalendar): { start: number; end: number }[] {
  if (holidays.has(day)) return []
  const midnight = dayStart(day).getTime()
  const weekday = inLagos(dayStart(day)).getUTCDay() || 7
  return spans
    .filter((span) => span.weekday === weekday)
    .map(({ from, until }) => ({ start: midnight + msOf(from), end: midnight + msOf(until) }))
    .toSorted((a, b) => a.start - b.start)
}

/** Returns a time of day, `HH:mm`, as milliseconds since midnight. */
function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}

function nextDay(day: string): string {
  return lagosDay(new Date(dayStart(day).getTime() + dayMs))
}
