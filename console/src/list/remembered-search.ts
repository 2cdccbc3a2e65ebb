/** Keeps the text that a list was last searched for; an emptied search is forgotten. */
export function rememberSearch(list: string, search: string): void {
  if (search === '') localStorage.removeItem(storageKey(list))
  else localStorage.setItem(storageKey(list), search)
}

/** The text that this list was last searched for. */
export function recallSearch(list: string): string {
  return localStorage.getItem(storageKey(list))?.trim() ?? ''
}

function storageKey(list: string): string {
  return `kobo.list.${list}.search`
}
