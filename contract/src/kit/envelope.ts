import { z } from 'zod'
import { mode } from './mode.ts'

/** Values of `code` in a failure. Codes are stable; messages may change. */
export const failureCodes = [
  'bad_input',
  'wrong_credentials',
  'clock_skew',
  'wrong_host',
  'not_signed_in',
  'not_permitted',
  'not_found',
  'conflict',
  'mode_changed',
  'still_running',
  'key_reused',
  'request_cancelled',
  'too_large',
  'refused',
  'insufficient_funds',
  'account_inactive',
  'wallet_disabled',
  'post_no_debit',
  'daily_limit',
  'frozen',
  'above_limit',
  'balance_limit',
  'too_many_requests',
  'outcome_unknown',
  'unavailable',
  'internal',
] as const

export type FailureCode = (typeof failureCodes)[number]

export const failure = z.object({
  status: z.literal(false),
  message: z.string(),
  code: z.string(),
  /** Messages by field name, for forms. */
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string().optional(),
  /** Milliseconds since 1970; sent with `clock_skew` only. */
  serverTime: z.number().optional(),
  /** The other mode, if it has the record; sent with `not_found` only. */
  existsIn: mode.optional(),
})

export type Failure = z.infer<typeof failure>

export function envelope<S extends z.ZodType>(data: S) {
  return z.object({ status: z.literal(true), message: z.string(), data })
}
