import { formatDay } from '../../../ui/format-day.ts'
import { panelTime } from '../../../ui/dates.tsx'

/** Formats `20-11-2026 14:33:11`, with seconds because several log entries share a minute. */
export function logMoment(at: string): string {
  return `${formatDay(at)} ${panelTime(at)}`
}
