import type { Call } from '@kobo/contract/kit/call'

interface Encoded {
  path: string
  /** JSON, or a multipart form if the call takes files. */
  body: string | FormData | undefined
}

/**
 * Returns the path with its query in the contract's order, and the body. Omits empty query values and, without `additions`, keys
 * that the published catalogue does not name.
 */
export function encodeRequest(call: Call, request: object, { additions }: { additions: boolean }): Encoded {
  const fields = new Map<string, unknown>(Object.entries(request).filter(([key]) => isTaken(call, key, additions)))
  const search = new URLSearchParams()
  for (const key of Object.keys(call.query?.shape ?? {})) {
    const value = fields.get(key)
    if (!call.body || !(key in call.body.shape)) fields.delete(key)
    const text = queryText(value)
    if (text !== '') search.set(key, text)
  }
  const query = search.size > 0 ? `?${search}` : ''
  return { path: `${call.path}${query}`, body: encodeBody(call, fields) }
}

/** Returns whether the server accepts a key. Without additions, only keys of the published catalogue are accepted. */
export function isTaken({ added }: Call, key: string, additions: boolean): boolean {
  return additions || !added?.includes(key)
}

function encodeBody(call: Call, fields: ReadonlyMap<string, unknown>): Encoded['body'] {
  if (!call.files) return call.body ? JSON.stringify(Object.fromEntries(fields)) : undefined
  const form = new FormData()
  for (const [name, value] of fields) {
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
