import { createHash } from 'node:crypto'

/** Returns a number in [0, 1), always the same one for the same text, so that reruns are reproducible. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

/** Picks one of the list, always the same one for the same text. */
export function pickFor<T>(text: string, from: readonly [T, ...T[]]): T {
  return from[Math.floor(chanceOf(text) * from.length)] ?? from[0]
}
