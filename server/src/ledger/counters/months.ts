import type { Days } from '../../db/days.ts'

/** The whole months inside a range of days (none if the first is after the last), and the remaining days at either end. */
export function wholeMonths({ from, to }: Days): { whole: Days; cut: Days[] } {
  const whole = {
    from: from === startOfMonth(from) ? from : dayAfter(endOfMonth(from)),
    to: to === endOfMonth(to) ? to : dayBefore(startOfMonth(to)),
  }
  if (whole.from > whole.to && startOfMonth(from) === startOfMonth(to)) return { whole, cut: [{ from, to }] }
  const edges = [
    { from, to: dayBefore(whole.from) },
    { from: dayAfter(whole.to), to },
  ]
  return { whole, cut: edges.filter((edge) => edge.from <= edge.to) }
}

/** The last day of a day's month. */
function endOfMonth(day: string): string {
  const next = new Date(`${startOfMonth(day)}T00:00:00Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return dayBefore(next.toISOString().slice(0, 10))
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

function dayAfter(day: string): string {
  return addDays(day, 1)
}

function dayBefore(day: string): string {
  return addDays(day, -1)
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
