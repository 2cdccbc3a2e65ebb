import { orEmpty } from '../ui/format-text.ts'
import { formatNaira } from './naira.tsx'

interface Split {
  splitType?: string | null | undefined
  splitValue?: number | null | undefined
}

/** Formats a share of each collection as an amount or a percentage. */
export function splitValue({ splitType, splitValue: value }: Split): string {
  if (value === null || value === undefined) return orEmpty(value)
  return splitType === 'PERCENTAGE' ? `${value}%` : formatNaira(value)
}
