import { createHash, createHmac } from 'node:crypto'

export interface SignedCall {
  method: string
  /** What follows the API's base address, query included, exactly as sent. */
  path: string
  /** The JSON body's text; empty when there is none. */
  body: string
  timestampMs: number
  /** Covered by the second version, for servers that say they take it; empty where one is not sent. */
  headers?: { idempotencyKey: string; mode: string }
}

/** The `access-token` header of a call: it proves that the caller holds the token without sending it. */
export function signCall(session: { token: string; sessionId: string }, hashKey: string, call: SignedCall): string {
  const key = createHmac('sha256', hashKey).update(session.token).digest()
  const bodyHash = createHash('sha256').update(call.body).digest('hex')
  const covered = call.headers ? [call.headers.idempotencyKey, call.headers.mode] : []
  const message = [call.method, call.path, call.timestampMs, ...covered, bodyHash].join('\n')
  const mac = createHmac('sha256', key).update(message).digest('base64url')
  return `${call.headers ? 'v2' : 'v1'}.${session.sessionId}.${call.timestampMs}.${mac}`
}
