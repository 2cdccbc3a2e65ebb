import { randomInt } from 'node:crypto'

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference of our own: the time in Lagos to the hundredth of a second, and four characters, the same ones for the same id. */
export function newReference(at: Date, id?: string): string {
  const lagos = new Date(at.getTime() + 3_600_000).toISOString().replaceAll(/\D/g, '')
  const drawn = id === undefined ? randomInt(alphabet.length ** 4) : Number.parseInt(id.slice(-5), 16)
  const random = [0, 1, 2, 3].map((place) => alphabet.charAt((drawn >> (5 * place)) & 31)).join('')
  return `KBO-${lagos.slice(2, 16)}-${random}`
}
