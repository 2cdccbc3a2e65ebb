import { emptyValue, orEmpty } from './format-text.ts'
import classes from './dates.module.css'

/** Time in a list: `20-11-2026 14:32`, in Lagos. */
export function DateTime({ at }: { at: string | null | undefined }) {
  return <span className={classes.moment}>{listDateTime(at)}</span>
}

/** Time in a panel: `20 November 2026`, followed by the time of day. */
export function PanelMoment({ at }: { at: string | null | undefined }) {
  const day = panelDate(at)
  if (day === emptyValue) return emptyValue
  return (
    <>
      {day} <span className={classes.time}>{panelTime(at)}</span>
    </>
  )
}

/** Nigeria is UTC+1 all year. The computer's time zone is ignored, so that staff in all places read the same time. */
const lagosOffsetMs = 3_600_000

const months = 'January February March April May June July August September October November December'.split(' ')

type Instant = string | null | undefined

/** Formats a time for lists: `dd-MM-yyyy HH:mm`. */
export function listDateTime(at: Instant): string {
  return formatInstant(at, (m) => `${m.day}-${m.month}-${m.year} ${m.hour}:${m.minute}`)
}

/** Formats a start time for sentences; for today the time only, `14:32`. */
export function timeSince(atMs: number, nowMs: number): string {
  const at = listDateTime(new Date(atMs).toISOString())
  const isToday = at.slice(0, 10) === listDateTime(new Date(nowMs).toISOString()).slice(0, 10)
  return isToday ? at.slice(-5) : at
}

/** Formats a date for panels and pages: `dd MMMM yyyy`. */
export function panelDate(at: Instant): string {
  return formatInstant(at, (m) => `${m.day} ${m.monthName} ${m.year}`)
}

/** Formats the time beside a panel's date: `HH:mm:ss`. */
export function panelTime(at: Instant): string {
  return formatInstant(at, (m) => `${m.hour}:${m.minute}:${m.second}`)
}

/** Formats a date for conversations: `MMM dd, yyyy`. */
export function conversationDate(at: Instant): string {
  return formatInstant(at, (m) => `${m.monthName.slice(0, 3)} ${m.day}, ${m.year}`)
}

interface Moment {
  year: string
  month: string
  monthName: string
  day: string
  hour: string
  minute: string
  second: string
}

/** Without `Intl`, whose initialisation takes browsers longer than rendering a hundred rows. */
function formatInstant(at: Instant, format: (moment: Moment) => string): string {
  const time = new Date(new Date(at ?? '').getTime() + lagosOffsetMs)
  if (Number.isNaN(time.getTime())) return emptyValue
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  return format({
    year: String(time.getUTCFullYear()),
    month: twoDigits(time.getUTCMonth() + 1),
    monthName: months[time.getUTCMonth()] ?? '',
    day: twoDigits(time.getUTCDate()),
    hour: twoDigits(time.getUTCHours()),
    minute: twoDigits(time.getUTCMinutes()),
    second: twoDigits(time.getUTCSeconds()),
  })
}

/** Formats a date as `dd-MM-yyyy`. Text in an unknown format is unchanged. */
export function formatDay(day: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/.exec(day ?? '')
  if (!parts) return orEmpty(day)
  return parts[4] ? listDateTime(day).slice(0, 10) : `${parts[3]}-${parts[2]}-${parts[1]}`
}

/** Formats `2024-02-01` as in date pickers: `01/02/2024`. */
export function pickerDay(day: string | null | undefined): string {
  return (day ?? '').split('-').reverse().join('/')
}
