import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** K = HMAC-SHA256(hashKey, token), the only form in which the server stores a token. */
export function signingKey(hashKey: string, token: string): Buffer {
  return createHmac('sha256', hashKey).update(token, 'utf8').digest()
}

export function sha256Hex(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface Signed {
  method: string
  /** Path below the API's base URL, query included, exactly as sent. */
  path: string
  timestampMs: number
  /** Lower-case hex SHA-256 of the JSON body's bytes, or of the empty string. */
  bodySha256Hex: string
  /** Covered by v2, so that a replayed write only gets its stored reply. */
  headers?: SignedHeaders
}

/** Headers that change the effect of a write; empty if absent. */
export interface SignedHeaders {
  idempotencyKey: string
  mode: string
}

export function signature(key: Buffer, signed: Signed): string {
  const { method, path, timestampMs, bodySha256Hex, headers } = signed
  const covered = headers ? [headers.idempotencyKey, headers.mode] : []
  const message = [method, path, timestampMs, ...covered, bodySha256Hex].join('\n')
  return createHmac('sha256', key).update(message, 'utf8').digest('base64url')
}

export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.length === b.length && timingSafeEqual(a, b)
}

interface AccessToken {
  version: 'v1' | 'v2'
  sessionId: string
  timestampMs: number
  mac: string
}

/** Parses `v1.<sessionId>.<timestampMs>.<mac>`, or the same with `v2`; null if malformed. */
export function readAccessToken(header: unknown): AccessToken | null {
  if (typeof header !== 'string') return null
  const match = /^(v1|v2)\.([^.]{1,100})\.(\d{1,16})\.([\w-]{43})$/.exec(header)
  if (!match) return null
  const [, version, sessionId = '', timestamp = '', mac = ''] = match
  return { version: version === 'v2' ? 'v2' : 'v1', sessionId, timestampMs: Number(timestamp), mac }
}
