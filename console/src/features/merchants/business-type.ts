import { emptyValue } from '../../ui/empty-value.ts'

/** Formats `REGISTERED` as `Registered`. */
export function businessType(raw: string | null | undefined): string {
  if (!raw) return emptyValue
  return raw.charAt(0).toUpperCase() + raw.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** Whether the business is registered; only then are directors required. */
export function isRegistered(raw: string | null | undefined): boolean {
  return raw?.toUpperCase() === 'REGISTERED'
}
