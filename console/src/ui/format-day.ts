import { listDateTime } from './dates.tsx'
import { orEmpty } from './format-text.ts'

/** Formats a date as `dd-MM-yyyy`. Text in an unknown format is unchanged. */
export function formatDay(day: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/.exec(day ?? '')
  if (!parts) return orEmpty(day)
  return parts[4] ? listDateTime(day).slice(0, 10) : `${parts[3]}-${parts[2]}-${parts[1]}`
}
