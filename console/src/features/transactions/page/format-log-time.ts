import { formatDay } from '../../../ui/format-day.ts'
import { panelTime } from '../../../ui/dates.tsx'

/** `20-11-2026 14:33:11`: several entries of a log fall into one minute. */
export function logMoment(at: string): string {
  return `${formatDay(at)} ${panelTime(at)}`
}
