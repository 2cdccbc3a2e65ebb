import { z } from 'zod'

/** Converts kobo to the naira number of a reply. Exact below 90 trillion naira; throws above. */
export function naira(amountKobo: bigint): number {
  if (amountKobo > maxKobo || amountKobo < -maxKobo) throw new RangeError('Amount is out of range')
  return Number(amountKobo) / 100
}

/** Converts a naira number of a request to kobo; throws if it has more than two decimals. */
export function toKobo(amountNaira: number): bigint {
  if (!hasTwoDecimals(amountNaira)) throw new RangeError('Amount must be in naira with at most two decimals')
  return BigInt(Math.round(amountNaira * 100))
}

/** Whether a number has at most two decimals, and its hundredths are exact. */
export function hasTwoDecimals(value: number): boolean {
  const hundredths = Math.round(value * 100)
  return Number.isSafeInteger(hundredths) && hundredths / 100 === value
}

const maxKobo = BigInt(Number.MAX_SAFE_INTEGER)

/** Upper bound of any amount in a request. */
export const mostNaira = 90_000_000_000

/** Naira amount to move: more than zero, at most two decimals. */
export const nairaAmount = z
  .number('Amount is required')
  .positive('Amount must be more than zero')
  .max(mostNaira, 'Amount is too large')
  .refine(hasTwoDecimals, 'Use at most two decimals')

/** Naira, at most two decimals. */
export const nairaReply = z.number()

/**
 * Parses a naira amount as people write it: `60000`, `₦60,000.00`, `NGN 60 000`. Returns null for any other text, including one
 * with a leading zero, which is an account or phone number.
 */
export function readNaira(text: string): number | null {
  const plain = text.replace(/^(?:₦|NGN|N(?=\s*\d))\s*/i, '')
  if (!/^(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)(\.\d{1,2})?$/.test(plain) || /^0\d/.test(plain)) return null
  const amount = Number(plain.replaceAll(/[, ]/g, ''))
  return amount > 0 && amount <= mostNaira ? amount : null
}

/** Naira amount of a filter: zero or more, at most two decimals; empty counts as absent. */
export const filterNaira = z.preprocess(
  (raw) => (raw === undefined || raw === '' ? undefined : Number(raw)),
  z
    .number('Amount must be a number')
    .min(0, 'Amount must not be less than zero')
    .max(mostNaira, 'Amount is too large')
    .refine(hasTwoDecimals, 'Use at most two decimals')
    .optional(),
)
