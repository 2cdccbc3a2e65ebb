import dayjs from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek'

dayjs.extend(isoWeek)

/** Chosen period; the days are `yyyy-MM-dd` and apply to a custom duration only. */
export interface StatementChoice {
  duration: string | null
  startDate: string
  endDate: string
}

interface StatementDays {
  startDate: string
  endDate: string
}

/** Returns the first and last day of a statement; `today` is the day in Lagos. */
export function statementDays({ duration, startDate, endDate }: StatementChoice, today: string): StatementDays {
  const begin = startOf.get(duration ?? '')
  if (begin === undefined) return { startDate, endDate }
  const first = begin(dayjs(today))
  // All other durations end today.
  return { startDate: format(first), endDate: duration === lastMonth ? format(first.endOf('month')) : today }
}

/** Returns the errors by field. */
export function statementFaults(
  choice: StatementChoice,
  today: string,
): Partial<Record<keyof StatementChoice, string>> {
  if (choice.duration === null) return { duration: 'Duration is required' }
  if (choice.duration !== custom) return {}
  const { startDate, endDate } = choice
  const startError = dayError('Start date', startDate, today)
  const endError =
    dayError('End date', endDate, today) ??
    (endDate < startDate ? 'End date cannot be before the start date' : undefined)
  return { ...(startError && { startDate: startError }), ...(endError && { endDate: endError }) }
}

/** Duration with a start and end date entered by the operator. */
export const custom = 'custom'

/** The previous calendar month. */
const lastMonth = 'last month'

/** Durations in display order. */
export const durations = [
  { value: 'last week', label: 'Last week' },
  { value: lastMonth, label: 'Last month' },
  { value: 'last 3 months', label: 'Last 3 months' },
  { value: 'last 6 months', label: 'Last 6 months' },
  { value: 'this year', label: 'This year' },
  { value: custom, label: 'Custom' },
]

const startOf = new Map<string, (today: dayjs.Dayjs) => dayjs.Dayjs>([
  ['last week', (today) => today.subtract(1, 'day').startOf('isoWeek')],
  [lastMonth, (today) => today.subtract(1, 'month').startOf('month')],
  ['last 3 months', (today) => today.subtract(3, 'month')],
  ['last 6 months', (today) => today.subtract(6, 'month')],
  ['this year', (today) => today.startOf('year')],
])

function format(day: dayjs.Dayjs): string {
  return day.format('YYYY-MM-DD')
}

function dayError(name: string, day: string, today: string): string | undefined {
  if (day === '') return `${name} is required`
  return day > today ? `${name} cannot be in the future` : undefined
}
