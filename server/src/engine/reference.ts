import { randomInt } from 'node:crypto'

const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Returns a reference: Lagos time to the hundredth of a second, and four characters that are derived from `id` if present. */
export function newReference(at: Date, id?: string): string {
  const lagos = new Date(at.getTime() + 3_600_000).toISOString().replaceAll(/\D/g, '')
  const bits = id === undefined ? randomInt(alphabet.length ** 4) : Number.parseInt(id.slice(-5), 16)
  const random = [0, 1, 2, 3].map((index) => alphabet.charAt((bits >> (5 * index)) & 31)).join('')
  return `KBO-${lagos.slice(2, 16)}-${random}`
}
