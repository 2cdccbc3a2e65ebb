/** Entry with the names of the lists that begin with a view for whoever read the profile last. */
const storageKey = 'kobo.list-defaults'

/** Stores with which view each list begins, of which the next page that loads needs the lists alone. */
export function storeListDefaults(listDefaults: Readonly<Record<string, string>> | undefined): void {
  const names = Object.keys(listDefaults ?? {})
  if (names.length === 0) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, JSON.stringify(names))
}

/** Returns whether a list began with a view when the profile was read last. */
export function hasStoredDefault(list: string): boolean {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(names) && names.includes(list)
  } catch {
    return false
  }
}

/** Stores the defaults of a response with the profile, without taking it from whoever reads it next. */
export async function storeDefaultsOf(profile: Promise<Response> | undefined): Promise<void> {
  try {
    const response = await profile
    if (!response?.ok) return
    const reply: { data?: { user?: { listDefaults?: Record<string, string> } } } = await response.clone().json()
    storeListDefaults(reply.data?.user?.listDefaults)
  } catch {
    // `send` makes the request again, and reports what is wrong.
  }
}
