import type { Random } from '../random.ts'

/** In kobo. */
export const smallestKobo = 10_000
/** Limit of the switch for one payment. */
export const largestKobo = 1_000_000_000

/** Returns a realistic amount in kobo: mostly round, a few much larger than usual. */
export function anAmount(random: Random, usualNaira: number, spread: number): number {
  const naira = usualNaira * Math.exp(spread * normal(random))
  const kobo = random.next() < 0.2 ? Math.round(naira * 100) : rounded(naira) * 100
  return Math.min(Math.max(kobo, smallestKobo), largestKobo)
}

/** Returns the largest round amount up to this one. */
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
