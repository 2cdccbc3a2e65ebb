import { emptyValue } from '../ui/empty-value.ts'

/** Formats `BANK_TRANSFER` and `DEBIT` as `Bank transfer, debit`. */
export function transactionKind({ category, type }: { category?: string | null; type?: string | null }): string {
  const words = [category, type].filter(Boolean).join(', ')
  return sentenceCase(words)
}

/** Formats `DEBIT_WALLET` as `Debit wallet`. */
export function sentenceCase(raw: string | null | undefined): string {
  if (!raw) return emptyValue
  const words = raw.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Formats `SESSION_INIT` as `Session Init`. */
export function titleCase(raw: string): string {
  return raw
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')
}
