export interface UsualDays {
  label: string
  start: string
  end: string
}

/** Returns common date ranges relative to today. A week begins on Monday. */
export function datePresets(today: string): readonly UsualDays[] {
  const yesterday = addDays(today, -1)
  const monday = addDays(today, -((weekdayOf(today) + 6) % 7))
  const lastOfMonth = addDays(firstOfMonth(today), -1)
  return [
    { label: 'Today', start: today, end: today },
    { label: 'Yesterday', start: yesterday, end: yesterday },
    { label: 'This week', start: monday, end: today },
    { label: 'Last month', start: firstOfMonth(lastOfMonth), end: lastOfMonth },
  ]
}

/** Days of a view, relative to the day on which it is opened. */
export const viewDays = ['TODAY', 'YESTERDAY', 'THIS_WEEK', 'LAST_7_DAYS', 'LAST_MONTH'] as const
export type ViewDays = (typeof viewDays)[number]

export interface DaysOfView extends UsualDays {
  value: ViewDays
}

const values: Readonly<Record<string, ViewDays>> = {
  Today: 'TODAY',
  Yesterday: 'YESTERDAY',
  'This week': 'THIS_WEEK',
  'Last month': 'LAST_MONTH',
}

/** Returns the dates of the days that a view can keep, on a day. */
export function daysOfViews(today: string): DaysOfView[] {
  const usual = datePresets(today).flatMap((preset) => {
    const value = values[preset.label]
    return value === undefined ? [] : [{ value, ...preset }]
  })
  return [...usual, { value: 'LAST_7_DAYS', label: 'Last 7 days', start: addDays(today, -6), end: today }]
}

const dayMs = 86_400_000
const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`)
const addDays = (day: string, days: number) => new Date(instantOf(day) + days * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: string) => new Date(instantOf(day)).getUTCDay()
const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`
