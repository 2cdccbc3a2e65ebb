import type { Call } from '@kobo/contract/kit/call'

/** The path with its query in the contract's order, and the JSON body. Empty query values are left out. */
export function encodeRequest(call: Call, request: object): { path: string; body: string | undefined } {
  const given = new Map<string, unknown>(Object.entries(request))
  const search = new URLSearchParams()
  for (const key of Object.keys(call.query?.shape ?? {})) {
    const value = given.get(key)
    if (!call.body || !(key in call.body.shape)) given.delete(key)
    const text = queryText(value)
    if (text !== '') search.set(key, text)
  }
  const query = search.size > 0 ? `?${search}` : ''
  return { path: `${call.path}${query}`, body: call.body ? JSON.stringify(Object.fromEntries(given)) : undefined }
}

function queryText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
