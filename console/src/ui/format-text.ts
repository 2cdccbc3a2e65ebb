/** Placeholder of a missing value. */
export const emptyValue = '_'

/** Returns the known parts of a person's name. */
export function fullName(person: { firstName?: string | null; lastName?: string | null } | null | undefined): string {
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ')
}

/** Returns the text, or the placeholder if it is empty. */
export function orEmpty(text: string | null | undefined): string {
  return text === null || text === undefined || text.trim() === '' ? emptyValue : text
}

/** Formats `DEBIT_WALLET` as `Debit wallet`. */
export function sentenceCase(raw: string | null | undefined): string {
  if (!raw) return emptyValue
  const text = raw.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
