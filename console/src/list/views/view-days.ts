import { type DaysOfView, daysOfViews } from '@kobo/contract/kit/date-presets'

/** Returns which days of views a list shows; on some days two are the same. */
export function matchingDays(today: string, { startDate, endDate }: Partial<Record<string, string>>): DaysOfView[] {
  if (!startDate) return []
  return daysOfViews(today).filter(({ start, end }) => start === startDate && end === (endDate || today))
}
