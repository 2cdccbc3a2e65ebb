/** Longest text after `@` that is still taken for the beginning of a name. */
const maxLength = 60

export interface MentionQuery {
  /** Position of the `@`. */
  from: number
  typed: string
}

/** Returns what is typed after an `@` that begins a word and ends at the caret; undefined elsewhere. */
export function mentionBefore(text: string, caret: number): MentionQuery | undefined {
  const from = text.slice(0, caret).lastIndexOf('@')
  if (from === -1 || caret - from > maxLength) return undefined
  const typed = text.slice(from + 1, caret)
  const isName = /^(?:[\p{L}\p{M}\p{N}.,'’‘()-][\p{L}\p{M}\p{N} .,'’‘()-]*)?$/u.test(typed)
  const beginsWord = from === 0 || !/[\p{L}\p{M}\p{N}]/u.test(text.charAt(from - 1))
  return isName && beginsWord ? { from, typed } : undefined
}

/** Whether a name has every word of what is typed, as the server searches. */
export function hasWords(name: string, typed: string): boolean {
  const lower = name.toLowerCase()
  return typed
    .toLowerCase()
    .split(' ')
    .every((word) => lower.includes(word))
}
