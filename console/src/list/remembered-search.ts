/** Stores a list's last search text; an empty text removes it. */
export function rememberSearch(list: string, search: string): void {
  if (search === '') localStorage.removeItem(storageKey(list))
  else localStorage.setItem(storageKey(list), search)
}

/** Returns a list's last search text. */
export function recallSearch(list: string): string {
  return localStorage.getItem(storageKey(list))?.trim() ?? ''
}

function storageKey(list: string): string {
  return `kobo.list.${list}.search`
}
