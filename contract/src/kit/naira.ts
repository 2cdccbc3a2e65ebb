import { z } from 'zod'

/** Kobo to the naira number of a reply. Exact while the amount stays below 90 trillion naira. */
export function naira(amountKobo: bigint): number {
  if (amountKobo > maxKobo || amountKobo < -maxKobo) throw new RangeError('Amount is out of range')
  return Number(amountKobo) / 100
}

/** A naira number of a request to kobo; refuses what has more than two decimals. */
export function toKobo(amountNaira: number): bigint {
  const kobo = Math.round(amountNaira * 100)
  if (!Number.isSafeInteger(kobo) || kobo / 100 !== amountNaira) {
    throw new RangeError('Amount must be in naira with at most two decimals')
  }
  return BigInt(kobo)
}

const maxKobo = BigInt(Number.MAX_SAFE_INTEGER)

/** More is no amount of anybody's. */
export const mostNaira = 90_000_000_000

/** Naira that move: more than none, at most two decimals. */
export const nairaAmount = z
  .number('Amount is required')
  .positive('Amount must be more than zero')
  .max(mostNaira, 'Amount is too large')
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'Use at most two decimals')

/** Naira, at most two decimals. */
export const nairaReply = z.number()
