/** What stands where a value is missing. */
export const empty = '_'

/** The text, or the sign for a missing one. */
export function orEmpty(text: string | null | undefined): string {
  return text === null || text === undefined || text.trim() === '' ? empty : text
}
