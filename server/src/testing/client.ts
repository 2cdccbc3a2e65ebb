import { randomUUID } from 'node:crypto'
import type { Call, Data, Request } from '@kobo/contract/kit/call'
import { apiPrefix } from '../http/call-schema.ts'
import { sha256Hex, signature } from '../http/signature.ts'

export interface Answer<D> {
  status: number
  headers: Headers
  message: string
  code: string | undefined
  fields: Record<string, string> | undefined
  /** Data of a successful response; reading it from a failed one fails the test with the response's message. */
  data: D
  text: string
}

export interface Credentials {
  sessionId: string
  cookie: string
  key: Buffer
}

/** Deviations of one test request from what a client normally sends. */
export interface Bend {
  headers?: Record<string, string>
  /** Raw body sent in place of the request's fields. */
  rawBody?: string | ReadableStream
  /** Raw query string sent in place of the request's fields. */
  rawQuery?: string
  /** Body to sign in place of the one sent. */
  signedBody?: string
  timestampMs?: number
  /** Version 1 of the access token, which does not require an idempotency key. */
  version?: 'v1'
}

/** Sends a real HTTP request, signed if credentials are passed. */
export async function sendCall<C extends Call>(
  baseUrl: string,
  credentials: Credentials | null,
  call: C,
  request: Request<C>,
  bend: Bend = {},
): Promise<Answer<Data<C>>> {
  const fields = Object.entries(request).filter(([, value]) => value !== undefined)
  const queryText = fields.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  const query = bend.rawQuery ?? (call.method === 'GET' || !(call.body || call.files) ? queryText : '')
  // The URL class may encode further (an apostrophe), so the signature covers its output.
  const address = new URL(`${baseUrl}${apiPrefix}${call.path}${query === '' ? '' : `?${query}`}`)
  const path = `${address.pathname}${address.search}`.slice(apiPrefix.length)
  const hasBody = call.method !== 'GET' && (call.body !== undefined || bend.rawBody !== undefined)
  const form = call.files && bend.rawBody === undefined ? asForm(call, fields) : undefined
  const body = hasBody && !form ? (bend.rawBody ?? JSON.stringify(Object.fromEntries(fields))) : undefined
  const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  if (credentials && bend.version !== 'v1' && call.effect === 'write') headers['idempotency-key'] = randomUUID()
  Object.assign(headers, bend.headers)
  if (credentials) {
    const timestampMs = bend.timestampMs ?? Date.now()
    const mac = signature(credentials.key, {
      method: call.method,
      path,
      timestampMs,
      bodySha256Hex: sha256Hex(bend.signedBody ?? (typeof body === 'string' ? body : '')),
      ...(bend.version !== 'v1' && {
        headers: { idempotencyKey: headers['idempotency-key'] ?? '', mode: headers['x-mode'] ?? '' },
      }),
    })
    headers['access-token'] ??= `${bend.version ?? 'v2'}.${credentials.sessionId}.${timestampMs}.${mac}`
    headers['cookie'] ??= `kobo_session=${credentials.cookie}`
  }
  const response = await fetch(address, { method: call.method, headers, body: form ?? body, duplex: 'half' })
  return readAnswer(response)
}

function asForm(call: Call, fields: [string, unknown][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) {
    const files = call.files && name in call.files && Array.isArray(value) ? value : null
    if (files === null) form.append(name, String(value))
    else for (const file of files) if (file instanceof File) form.append(name, file, file.name)
  }
  return form
}

export async function readAnswer<D>(response: Response): Promise<Answer<D>> {
  const text = await response.text()
  const body = JSON.parse(text)
  return {
    status: response.status,
    headers: response.headers,
    message: body.message,
    code: body.code,
    fields: body.fields,
    get data() {
      if (body.status !== true) throw new Error(`${response.status} ${text}`)
      return body.data
    },
    text,
  }
}
