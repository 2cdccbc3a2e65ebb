/** Most colleagues whom one note mentions. */
export const maxMentions = 20

/** A place in a text that mentions somebody. */
export interface Mention {
  name: string
  from: number
  until: number
}

/** Finds `@` and one of these full names, not within a word. Of names that begin alike, the longest counts. */
export function findMentions(text: string, names: readonly string[]): Mention[] {
  if (names.length === 0) return []
  const longestFirst = names.toSorted((one, other) => other.length - one.length)
  const anyName = longestFirst.map((name) => name.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)).join('|')
  const mention = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])@(${anyName})(?![\\p{L}\\p{M}\\p{N}])`, 'gu')
  return [...text.matchAll(mention)].map(({ 0: found, 1: name = '', index }) => ({
    name,
    from: index,
    until: index + found.length,
  }))
}
