import { createHash, createHmac } from 'node:crypto'

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
