import { createHash } from 'node:crypto'

/** From 0 up to, not including, 1: the same for the same text, so that a rerun meets the same world. */
export function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32
}

/** One of the list, the same for the same text. */
export function pickFor<T>(text: string, from: readonly [T, ...T[]]): T {
  return from[Math.floor(chanceOf(text) * from.length)] ?? from[0]
}
