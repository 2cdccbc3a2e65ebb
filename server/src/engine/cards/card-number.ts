import { randomBytes, randomInt } from 'node:crypto'
import { dayEnd, lagosDay } from '@kobo/contract/kit/day'

/** The first six digits of our cards, from a range that schemes keep for tests. */
export const testBin = '506140'
const validYears = 3

/** Where the digits of new cards come from: chance, unless the same world is to be made again. */
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

/** All that is kept of a card's number: the number itself goes to nobody and is forgotten at once. */
export interface CardNumber {
  maskedPan: string
  lastFour: string
  /** What the scheme calls the card instead of its number. */
  token: string
}

/** A new number of sixteen digits with its check digit, as it may be shown. */
export function newCardNumber(draw: Draw): CardNumber {
  const payload = testBin + draw.digits(9)
  const lastFour = `${payload.slice(-3)}${checkDigit(payload)}`
  return { maskedPan: `${testBin}******${lastFour}`, lastFour, token: `card_${draw.hex(32)}` }
}

/** The digit that makes a number of a card right, by the formula of Luhn. */
export function checkDigit(payload: string): string {
  const sum = [...payload].toReversed().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** The last day on which a card pays that is issued now: the end of this month in some years. */
export function expiryOf(at: Date): string {
  const [year = 0, month = 0] = lagosDay(at).split('-').map(Number)
  return new Date(Date.UTC(year + validYears, month, 0)).toISOString().slice(0, 10)
}

/** `MM/YY`, as it stands on a card. */
export function expiryText(expiresOn: string): string {
  return `${expiresOn.slice(5, 7)}/${expiresOn.slice(2, 4)}`
}

/** Whether the last day of a card is over. */
export function isExpired(expiresOn: string, at: Date): boolean {
  return dayEnd(expiresOn) <= at
}
