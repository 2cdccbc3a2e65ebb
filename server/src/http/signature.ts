import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** K = HMAC-SHA256(hashKey, token): all that the server keeps of a token. */
export function signingKey(hashKey: string, token: string): Buffer {
  return createHmac('sha256', hashKey).update(token, 'utf8').digest()
}

export function sha256Hex(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

export interface Signed {
  method: string
  /** What follows the API's base address, query included, exactly as sent. */
  path: string
  timestampMs: number
  /** Lower-case hex SHA-256 of the JSON body's bytes, or of nothing. */
  bodySha256Hex: string
}

export function signature(key: Buffer, signed: Signed): string {
  const message = [signed.method, signed.path, signed.timestampMs, signed.bodySha256Hex].join('\n')
  return createHmac('sha256', key).update(message, 'utf8').digest('base64url')
}

export function sameText(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}

/** `v1.<sessionId>.<timestampMs>.<mac>`, or null when it has another form. */
export function readAccessToken(header: unknown): { sessionId: string; timestampMs: number; mac: string } | null {
  if (typeof header !== 'string') return null
  const match = /^v1\.([^.]{1,100})\.(\d{1,16})\.([\w-]{43})$/.exec(header)
  if (!match) return null
  const [, sessionId = '', timestamp = '', mac = ''] = match
  return { sessionId, timestampMs: Number(timestamp), mac }
}
