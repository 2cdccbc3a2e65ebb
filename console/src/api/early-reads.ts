import { accessToken } from './sign.ts'

/** Single entry of the stored session, so that other tabs never see half a change. */
export const storageKey = 'kobo.session'

/** Time in milliseconds after the navigation began, after which an early response may be outdated. */
const usableForMs = 10_000

interface EarlyReads {
  sessionId: string
  /** Responses that nothing has taken yet, by URL. */
  responses: Map<string, Promise<Response>>
}

declare global {
  interface Window {
    earlyReads?: EarlyReads
  }
}

/** Sends reads of the stored session before the console's code is ready. `send` takes their responses when it makes the same request. */
export function sendEarlyReads(paths: readonly string[]): void {
  const config = fieldsOf(document.getElementById('config')?.textContent)
  const { sessionId, token } = fieldsOf(localStorage.getItem(storageKey))
  const { apiBaseUrl, hashKey } = config
  if (!apiBaseUrl || !hashKey || !sessionId || !token || !globalThis.crypto.subtle) return
  const read = async (path: string) => {
    const call = { method: 'GET', path, body: '', timestampMs: Date.now() }
    const headers = config['accessToken'] === 'v2' ? { idempotencyKey: '', mode: '' } : undefined
    const signed = await accessToken({ ...call, token, hashKey, sessionId, headers })
    const response = await fetch(`${apiBaseUrl}${path}`, {
      headers: { 'access-token': signed },
      credentials: 'include',
    })
    // Read at once: a response that the page does not take would stay open.
    return new Response(await response.text(), response)
  }
  const responses = new Map(paths.map((path) => [`${apiBaseUrl}${path}`, read(path)]))
  window.earlyReads = { sessionId, responses }
  // A failed one is sent again by `send`, if it is needed.
  for (const response of responses.values()) response.catch(() => undefined)
}

/** Returns the response of the session's early read at a URL, once; undefined if there is none, or if it failed. */
export async function takeEarlyRead(url: string, sessionId: string): Promise<Response | undefined> {
  const early = window.earlyReads
  const response = early?.responses.get(url)
  early?.responses.delete(url)
  if (early?.sessionId !== sessionId || performance.now() > usableForMs) return undefined
  return response?.catch(() => undefined)
}

/** Returns the text fields of a JSON object, none if it cannot be read. The bundle validates it with a schema later. */
function fieldsOf(json: string | null | undefined): Record<string, string> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return value instanceof Object ? Object.fromEntries(Object.entries(value).filter(isText)) : {}
  } catch {
    return {}
  }
}

function isText(field: [string, unknown]): field is [string, string] {
  return typeof field[1] === 'string'
}
