import type { Call } from '@kobo/contract/kit/call'

interface Encoded {
  path: string
  /** JSON, or a multipart form where the call takes files. */
  body: string | FormData | undefined
}

/** The path with its query in the contract's order, and the body. Empty query values are left out. */
export function encodeRequest(call: Call, request: object): Encoded {
  const given = new Map<string, unknown>(Object.entries(request))
  const search = new URLSearchParams()
  for (const key of Object.keys(call.query?.shape ?? {})) {
    const value = given.get(key)
    if (!call.body || !(key in call.body.shape)) given.delete(key)
    const text = queryText(value)
    if (text !== '') search.set(key, text)
  }
  const query = search.size > 0 ? `?${search}` : ''
  return { path: `${call.path}${query}`, body: encodeBody(call, given) }
}

function encodeBody(call: Call, given: ReadonlyMap<string, unknown>): Encoded['body'] {
  if (!call.files) return call.body ? JSON.stringify(Object.fromEntries(given)) : undefined
  const form = new FormData()
  for (const [name, value] of given) {
    if (!(name in call.files)) {
      if (isPlain(value)) form.append(name, String(value))
    } else if (Array.isArray(value)) {
      for (const file of value) if (file instanceof File) form.append(name, file, file.name)
    }
  }
  return form
}

function queryText(value: unknown): string {
  return isPlain(value) ? String(value) : ''
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
