/** Interval of text lengths at which a search is applied. */
const step = 5

/** Returns the search to apply: the text at every fifth character, none if it is empty, else the previous search. */
export function appliedSearch(typed: string, before: string): string {
  if (typed.length === 0) return ''
  return typed.length % step === 0 ? typed : before
}
