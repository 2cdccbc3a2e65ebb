import { createHash } from 'node:crypto'

/** Deterministic random source: the same seed yields the same choices on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** Integer, both ends included. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Distinct members, in the order of the list. */
  several<T>(from: readonly T[], count: number): T[]
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  digits(count: number): string
  letters(count: number): string
  hex(count: number): string
  /** UUIDv7 of this instant. */
  id(at: Date): string
}

/** Creates a separate stream per seed, so that a change in one subject does not affect the others. */
export function seeded(seed: string): Random {
  const word = wordStream(seed)
  const next = () => word() / 2 ** 32
  const wholeNumber = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const characters = (alphabet: string, count: number) =>
    Array.from({ length: count }, () => alphabet[wholeNumber(0, alphabet.length - 1)]).join('')
  const hex = (count: number) => characters('0123456789abcdef', count)

  return {
    next,
    whole: wholeNumber,
    chance: (probability) => next() < probability,
    pick: (from) => member(from, wholeNumber(0, from.length - 1)),
    several(from, count) {
      let open = Math.min(count, from.length)
      return from.filter((_, position) => {
        const isChosen = next() * (from.length - position) < open
        if (isChosen) open -= 1
        return isChosen
      })
    },
    weighted(choices) {
      let rest = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [choice, weight] of choices) {
        rest -= weight
        if (rest < 0) return choice
      }
      return member(choices, choices.length - 1)[0]
    },
    digits: (count) => characters('0123456789', count),
    letters: (count) => characters('ABCDEFGHJKLMNPRSTUVWXYZ', count),
    hex,
    id(at) {
      const time = at.getTime().toString(16).padStart(12, '0')
      const variant = characters('89ab', 1)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`
    },
  }
}

function member<T>(list: readonly T[], position: number): T {
  const found = list[position]
  if (found === undefined) throw new RangeError('There is nothing to choose from')
  return found
}

/** The sfc32 generator: fast, with enough state that the streams of two seeds do not overlap. */
function wordStream(seed: string): () => number {
  const start = createHash('sha256').update(seed).digest()
  let a = start.readInt32LE(0)
  let b = start.readInt32LE(4)
  let c = start.readInt32LE(8)
  let counter = 1
  return () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    c |= 0
    return sum >>> 0
  }
}
