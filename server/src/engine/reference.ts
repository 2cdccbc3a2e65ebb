import { randomInt } from 'node:crypto'

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference of our own: the time in Lagos to the hundredth of a second, and four characters. */
export function newReference(at: Date): string {
  const lagos = new Date(at.getTime() + 3_600_000).toISOString().replaceAll(/\D/g, '')
  const random = Array.from({ length: 4 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `KBO-${lagos.slice(2, 16)}-${random}`
}
