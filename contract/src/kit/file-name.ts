import type { Mode } from './mode.ts'

/** Description of an export's contents. */
export interface FileContent {
  /** Name of the exported list. */
  list: string
  mode: Mode | undefined
  /** Search text and filter values. */
  words: readonly string[]
  /** Day of the export in Lagos. */
  day: string
}

const longest = 150

/** Returns the name of an export without its extension: `payouts-live-type-debit-2026-11-21`. */
export function fileName({ list, mode, words, day }: FileContent): string {
  const plain = [list, mode === 'SANDBOX' ? 'test' : 'live', ...new Set(words)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return `${plain.slice(0, longest).replace(/-$/, '')}-${day}`
}
