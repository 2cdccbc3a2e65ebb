import type { WorkSpan } from '@kobo/contract/kit/business-time'

export interface Holiday {
  day: string
  name: string
}

/** Returns the spans of a weekday, 1 for Monday, as they are typed: `08:00-12:00, 13:00-17:00`. */
export function spansText(spans: readonly WorkSpan[], weekday: number): string {
  return spans
    .filter((span) => span.weekday === weekday)
    .map(({ from, until }) => `${from}-${until}`)
    .join(', ')
}

/** Reads typed spans of a weekday; null if they are none. */
export function readSpans(text: string, weekday: number): WorkSpan[] | null {
  const spans: WorkSpan[] = []
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue
    const [, from, until] = /^(\d\d:\d\d)\s*-\s*(\d\d:\d\d)$/.exec(part) ?? []
    if (from === undefined || until === undefined || from >= until) return null
    spans.push({ weekday, from, until })
  }
  return spans
}

/** Returns holidays as they are typed, one a line: `2026-12-25 Christmas Day`. */
export function holidaysText(holidays: readonly Holiday[]): string {
  return holidays.map(({ day, name }) => `${day} ${name}`).join('\n')
}

/** Reads typed holidays; null if a line is none. */
export function readHolidays(text: string): Holiday[] | null {
  const holidays: Holiday[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const [, day, name] = /^(\d{4}-\d{2}-\d{2})\s+(.+)$/.exec(line) ?? []
    if (day === undefined || name === undefined) return null
    holidays.push({ day, name })
  }
  return holidays
}
