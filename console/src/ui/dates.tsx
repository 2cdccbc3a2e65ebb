import { emptyValue } from './empty-value.ts'
import classes from './dates.module.css'

/** A moment in a list: `20-11-2026 14:32`, in Lagos. */
export function DateTime({ at }: { at: string | null | undefined }) {
  return <span className={classes.moment}>{listDateTime(at)}</span>
}

/** A moment in a panel: `20 November 2026`, and the time apart. */
export function PanelMoment({ at }: { at: string | null | undefined }) {
  const day = panelDate(at)
  if (day === emptyValue) return emptyValue
  return (
    <>
      {day} <span className={classes.time}>{panelTime(at)}</span>
    </>
  )
}

/** Nigeria keeps UTC+1 all year; the machine's own zone never counts: staff in two places must read the same time. */
const lagosOffsetMs = 3_600_000

const months = 'January February March April May June July August September October November December'.split(' ')

type Instant = string | null | undefined

/** `dd-MM-yyyy HH:mm`, for lists. */
export function listDateTime(at: Instant): string {
  return written(at, (m) => `${m.day}-${m.month}-${m.year} ${m.hour}:${m.minute}`)
}

/** Since when something is so, for a sentence: today the time alone, `14:32`. */
export function timeSince(atMs: number, nowMs: number): string {
  const at = listDateTime(new Date(atMs).toISOString())
  const isToday = at.slice(0, 10) === listDateTime(new Date(nowMs).toISOString()).slice(0, 10)
  return isToday ? at.slice(-5) : at
}

/** `dd MMMM yyyy`, for panels and pages. */
export function panelDate(at: Instant): string {
  return written(at, (m) => `${m.day} ${m.monthName} ${m.year}`)
}

/** `HH:mm:ss`, beside a panel's date. */
export function panelTime(at: Instant): string {
  return written(at, (m) => `${m.hour}:${m.minute}:${m.second}`)
}

/** `MMM dd, yyyy`, for conversations. */
export function conversationDate(at: Instant): string {
  return written(at, (m) => `${m.monthName.slice(0, 3)} ${m.day}, ${m.year}`)
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

/** By hand: to make ready what formats dates takes browsers longer than a hundred rows do. */
function written(at: Instant, format: (moment: Moment) => string): string {
  const time = new Date(new Date(at ?? '').getTime() + lagosOffsetMs)
  if (Number.isNaN(time.getTime())) return emptyValue
  const two = (part: number) => String(part).padStart(2, '0')
  return format({
    year: String(time.getUTCFullYear()),
    month: two(time.getUTCMonth() + 1),
    monthName: months[time.getUTCMonth()] ?? '',
    day: two(time.getUTCDate()),
    hour: two(time.getUTCHours()),
    minute: two(time.getUTCMinutes()),
    second: two(time.getUTCSeconds()),
  })
}
