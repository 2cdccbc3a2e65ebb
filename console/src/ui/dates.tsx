import { empty } from './empty.ts'
import classes from './dates.module.css'

/** A moment in a list: `20-11-2026 14:32`, in Lagos. */
export function DateTime({ at }: { at: string | null | undefined }) {
  return <span className={classes.moment}>{listDateTime(at)}</span>
}

// The machine's own zone never counts: staff in two places must read the same time.
const moment = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Lagos',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const longMonth = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', month: 'long' })

type Instant = string | null | undefined

/** `dd-MM-yyyy HH:mm`, for lists. */
export function listDateTime(at: Instant): string {
  return written(at, (m) => `${m.day}-${m.month}-${m.year} ${m.hour}:${m.minute}`)
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

function written(at: Instant, format: (moment: Moment) => string): string {
  const time = new Date(at ?? '')
  if (Number.isNaN(time.getTime())) return empty
  const parts = new Map(moment.formatToParts(time).map((part) => [part.type, part.value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return format({
    year: part('year'),
    month: part('month'),
    monthName: longMonth.format(time),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
    second: part('second'),
  })
}
