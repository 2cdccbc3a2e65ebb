import { randomBytes, randomInt } from 'node:crypto'
import { checkDigit } from '@kobo/contract/kit/check-digit'
import { dayEnd, lagosDay } from '@kobo/contract/kit/day'

/** First six digits of our cards, from a range that schemes reserve for tests. */
export const testBin = '506140'
const validYears = 3

/** Source of the digits of new cards: random, or seeded for a reproducible data set. */
export interface Draw {
  digits(count: number): string
  hex(count: number): string
}

export const byChance: Draw = {
  digits: (count) => Array.from({ length: count }, () => randomInt(10)).join(''),
  hex: (count) =>
    randomBytes(Math.ceil(count / 2))
      .toString('hex')
      .slice(0, count),
}

/** All that is stored of a card number; the full number is discarded when it is generated. */
export interface CardNumber {
  maskedPan: string
  lastFour: string
  /** Token by which the scheme names the card. */
  token: string
}

/** Generates a 16-digit card number with a check digit and returns what may be stored. */
export function newCardNumber(draw: Draw): CardNumber {
  const payload = testBin + draw.digits(9)
  const lastFour = `${payload.slice(-3)}${checkDigit(payload)}`
  return { maskedPan: `${testBin}******${lastFour}`, lastFour, token: `card_${draw.hex(32)}` }
}

/** Last day of validity of a card issued now: the end of this month in three years. */
export function expiryOf(at: Date): string {
  const [year = 0, month = 0] = lagosDay(at).split('-').map(Number)
  return new Date(Date.UTC(year + validYears, month, 0)).toISOString().slice(0, 10)
}

/** Formats an expiry date as `MM/YY`. */
export function expiryText(expiresOn: string): string {
  return `${expiresOn.slice(5, 7)}/${expiresOn.slice(2, 4)}`
}

export function isExpired(expiresOn: string, at: Date): boolean {
  return dayEnd(expiresOn) <= at
}
