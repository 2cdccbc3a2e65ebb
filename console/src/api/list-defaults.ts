/** Entry with the names of the lists that begin with a view, as JSON, for whoever read the profile last. */
const storageKey = 'kobo.list-defaults'

/** Stores which lists begin with a view, for the next page that loads. */
export function storeListDefaults(listDefaults: Readonly<Record<string, string>> = {}): void {
  localStorage.setItem(storageKey, JSON.stringify(Object.keys(listDefaults)))
}

/** Returns whether a list began with a view when the profile was read last. */
export function hasStoredDefault(list: string): boolean {
  return Boolean(localStorage.getItem(storageKey)?.includes(`"${list}"`))
}

/** Stores the defaults of a response with the profile, and leaves it to whoever reads it next. One that failed says nothing. */
export async function storeDefaultsOf(profile: Promise<Response> | undefined): Promise<void> {
  const store = async (response: Response) => {
    const reply: unknown = await response.clone().json()
    if (isProfile(reply)) storeListDefaults(reply.data.user.listDefaults)
  }
  await profile?.then(store).catch(() => undefined)
}

interface ProfileReply {
  data: { user: { listDefaults?: Record<string, string> } }
}

/** Whether a reply has data; `send` validates the rest of it. */
function isProfile(reply: unknown): reply is ProfileReply {
  return reply instanceof Object && 'data' in reply
}
