/** Entry with the names of the lists that begin with a view, as JSON, for whoever was signed in last. */
const storageKey = 'kobo.list-defaults'

/** Stores which lists begin with a view, for the next page that loads. */
export function storeListDefaults(listDefaults: Readonly<Record<string, string>> = {}): void {
  const lists = Object.keys(listDefaults)
  if (lists.length > 0) localStorage.setItem(storageKey, JSON.stringify(lists))
  else localStorage.removeItem(storageKey)
}

/** Returns whether a list began with a view when this browser showed a list last. */
export function hasStoredDefault(list: string): boolean {
  return Boolean(localStorage.getItem(storageKey)?.includes(`"${list}"`))
}
