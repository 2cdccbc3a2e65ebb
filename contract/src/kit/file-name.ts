import type { Mode } from './mode.ts'

/** What a file of rows holds. */
export interface FileContent {
  /** The list that they are of. */
  list: string
  mode: Mode | undefined
  /** What it was searched for and narrowed to. */
  words: readonly string[]
  /** The day in Lagos on which it is written. */
  day: string
}

const longest = 150

/** What a file of rows is called, before its ending: `payouts-live-type-debit-2026-11-21`. */
export function fileName({ list, mode, words, day }: FileContent): string {
  const plain = [list, mode === 'SANDBOX' ? 'test' : 'live', ...new Set(words)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${plain.slice(0, longest).replace(/-$/, '')}-${day}`
}
