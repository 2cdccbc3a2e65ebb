import { listDateTime } from './dates.tsx'
import { orEmpty } from './empty-value.ts'

/** A day without a time, `dd-MM-yyyy`; what is written in no form that we know stays as it is. */
export function formatDay(day: string | null | undefined): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/.exec(day ?? '')
  if (!parts) return orEmpty(day)
  return parts[4] ? listDateTime(day).slice(0, 10) : `${parts[3]}-${parts[2]}-${parts[1]}`
}
