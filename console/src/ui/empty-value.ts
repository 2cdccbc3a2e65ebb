/** What stands where a value is missing. */
export const emptyValue = '_'

/** Both names of a person, or whatever of them is known. */
export function fullName(person: { firstName?: string | null; lastName?: string | null } | null | undefined): string {
  return [person?.firstName, person?.lastName].filter(Boolean).join(' ')
}

/** The text, or the sign for a missing one. */
export function orEmpty(text: string | null | undefined): string {
  return text === null || text === undefined || text.trim() === '' ? emptyValue : text
}
