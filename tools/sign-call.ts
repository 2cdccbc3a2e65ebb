import { createHash, createHmac } from 'node:crypto'
import type { KeptSession } from './api-session.ts'

export interface SignedCall {
  method: string
  /** Path after the API's base URL, query included, exactly as sent. */
  path: string
  /** Text of the JSON body; empty without a body. */
  body: string
  timestampMs: number
  /** Covered by version 2, for servers that support it; an empty value for a header that is not sent. */
  headers?: { idempotencyKey: string; mode: string }
}

/** Returns the `access-token` header of a call, which proves possession of the token without sending it. */
export function signCall(session: { token: string; sessionId: string }, hashKey: string, call: SignedCall): string {
  const key = createHmac('sha256', hashKey).update(session.token).digest()
  const bodyHash = createHash('sha256').update(call.body).digest('hex')
  const covered = call.headers ? [call.headers.idempotencyKey, call.headers.mode] : []
  const message = [call.method, call.path, call.timestampMs, ...covered, bodyHash].join('\n')
  const mac = createHmac('sha256', key).update(message).digest('base64url')
  return `${call.headers ? 'v2' : 'v1'}.${session.sessionId}.${call.timestampMs}.${mac}`
}

/** Server and session of signed calls. */
export interface SignedCaller {
  /** Base URL of the API. */
  apiUrl: string
  hashKey: string
  session: KeptSession
}

interface SignedRequest {
  method?: string
  path: string
  body?: string
  /** Sent with writes, which take effect once for it. */
  idempotencyKey?: string
  timestampMs?: number
  /** Servers of older releases accept version 1 only. */
  version?: 'v1' | 'v2'
  signal?: AbortSignal
}

/** Sends a signed call, as the console does. */
export function fetchSigned({ apiUrl, hashKey, session }: SignedCaller, request: SignedRequest): Promise<Response> {
  const { method = 'GET', path, body = '', idempotencyKey = '', timestampMs = Date.now(), version = 'v2' } = request
  const covered = version === 'v2' ? { headers: { idempotencyKey, mode: '' } } : {}
  return fetch(`${apiUrl}${path}`, {
    method,
    headers: {
      'access-token': signCall(session, hashKey, { method, path, body, timestampMs, ...covered }),
      cookie: session.cookie,
      ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    },
    ...(body !== '' && { body }),
    ...(request.signal && { signal: request.signal }),
  })
}
