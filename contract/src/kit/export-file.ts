import type { Mode } from './mode.ts'

/** Characters that start a formula in spreadsheets, including the full-width signs that some treat alike. */
const beginsFormula = /^[=+\-@\t\r＝＋－＠]/

/** A sign followed by digits is no formula: a negative amount or a phone number stays unchanged. */
const isSigned = /^[+-]\d[\d ]*(\.\d+)?$/

/** Returns a text as a CSV cell; a formula is prefixed with an apostrophe so that it is not executed. */
export function csvCell(text: string): string {
  return beginsFormula.test(text) && !isSigned.test(text) ? `'${text}` : text
}

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
