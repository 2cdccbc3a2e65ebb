import type { Random } from '../random.ts'

/** Amounts are kobo. */
export const smallestKobo = 10_000
/** The most that the switch carries in one payment. */
export const largestKobo = 1_000_000_000

/** An amount as people pay: mostly round, a few of them much larger than the usual one. */
export function anAmount(random: Random, usualNaira: number, spread: number): number {
  const naira = usualNaira * Math.exp(spread * normal(random))
  const kobo = random.next() < 0.2 ? Math.round(naira * 100) : rounded(naira) * 100
  return Math.min(Math.max(kobo, smallestKobo), largestKobo)
}

/** A round amount that is at most this one. */
export function roundDown(kobo: number): number {
  const step = kobo >= 100_000_000 ? 10_000_000 : kobo >= 1_000_000 ? 100_000 : 5000
  return Math.floor(kobo / step) * step
}

function rounded(naira: number): number {
  const step = naira < 1000 ? 50 : naira < 20_000 ? 100 : naira < 200_000 ? 500 : 5000
  return Math.max(step, Math.round(naira / step) * step)
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
