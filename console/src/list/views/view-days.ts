import type { ViewDays } from '@kobo/contract/views'
import { datePresets } from '../date-presets.ts'

interface DaysOfView {
  value: ViewDays
  label: string
  start: string
  end: string
}

const values: Readonly<Record<string, ViewDays>> = {
  Today: 'TODAY',
  Yesterday: 'YESTERDAY',
  'This week': 'THIS_WEEK',
  'Last month': 'LAST_MONTH',
}

/** Returns the days that a view can keep relative to the day on which it is opened. */
export function daysOfViews(today: string): DaysOfView[] {
  const usual = datePresets(today).flatMap(({ label, start, end }) => {
    const value = values[label]
    return value === undefined ? [] : [{ value, label, start, end }]
  })
  const weekAgo = new Date(Date.parse(`${today}T00:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10)
  return [...usual, { value: 'LAST_7_DAYS', label: 'Last 7 days', start: weekAgo, end: today }]
}

/** Returns which of these days a list shows; on some days two are the same. */
export function matchingDays(today: string, { startDate, endDate }: Partial<Record<string, string>>): DaysOfView[] {
  if (!startDate) return []
  return daysOfViews(today).filter(({ start, end }) => start === startDate && end === (endDate || today))
}
