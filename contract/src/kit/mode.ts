import { z } from 'zod'

/** Live or Test; every business record belongs to one of them. */
export const mode = z.enum(['PRODUCTION', 'SANDBOX'])

export type Mode = z.infer<typeof mode>

export function otherMode(of: Mode): Mode {
  return of === 'PRODUCTION' ? 'SANDBOX' : 'PRODUCTION'
}

/** Returns the mode of a stored row; throws if it is neither. */
export function modeOfRow(row: { mode: string }): Mode {
  return mode.parse(row.mode)
}
