/** Maximum number of words, so that the cost of a search does not grow with the pasted text. */
const maxWords = 12

const dropped = /[\u0300-\u036f'\u02bb\u02bc\u2018\u2019]/g
const signs =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate words as punctuation does.
  /[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+/g
const hooked = 'ɓɗƙƴøłđəƁƊƘƳØŁĐƏ'
const plainOf = 'bdkyoldebdkyolde'

/** Normalises a name for search. The database function of the same name, on which its indexes are built, returns the same. */
export function searchText(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(dropped, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[ɓɗƙƴøłđəƁƊƘƳØŁĐƏ]/g, (letter) => plainOf[hooked.indexOf(letter)] ?? letter)
  return ` ${plain.replace(signs, ' ').replace(/^ +| +$/g, '')}`
}

/** The words that a name must contain; `and` stands for `&` and is ignored among other words. */
export function searchWords(text: string): string[] {
  const terms = new Set(searchText(text).split(' ').filter(Boolean))
  if (terms.size > 1) terms.delete('and')
  return [...terms].slice(0, maxWords)
}
