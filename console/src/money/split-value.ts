import { orEmpty } from '../ui/empty-value.ts'
import { formatNaira } from './naira.tsx'

interface Split {
  splitType?: string | null | undefined
  splitValue?: number | null | undefined
}

/** What somebody takes of each collection: so much of it, or so many of a hundred. */
export function splitValue({ splitType, splitValue: value }: Split): string {
  if (value === null || value === undefined) return orEmpty(value)
  return splitType === 'PERCENTAGE' ? `${value}%` : formatNaira(value)
}
