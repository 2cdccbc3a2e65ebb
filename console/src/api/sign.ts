import type { Bytes, Hashes } from './fallback-hashes.ts'

export interface Signed {
  token: string
  hashKey: string
  sessionId: string
  timestampMs: number
  method: string
  /** Path after the API's base URL, query string included, exactly as sent. */
  path: string
  /** JSON body as sent, or an empty string. */
  body: string
  /** Covered by version 2, for servers that accept it; empty strings for headers that are not sent. */
  headers?: { idempotencyKey: string; mode: string } | undefined
}

/** Returns the `access-token` header of a request. The token is not part of it and cannot be derived from it. */
export async function accessToken({ token, hashKey, sessionId, timestampMs, ...call }: Signed): Promise<string> {
  const { sha256, hmacSha256 } = await hashes()
  const signedHeaders = call.headers ? [call.headers.idempotencyKey, call.headers.mode] : []
  const [key, bodyHash] = await Promise.all([hmacSha256(utf8(hashKey), utf8(token)), sha256(utf8(call.body))])
  const message = [call.method, call.path, timestampMs, ...signedHeaders, hex(bodyHash)].join('\n')
  const mac = base64url(await hmacSha256(key, utf8(message)))
  return `${call.headers ? 'v2' : 'v1'}.${sessionId}.${timestampMs}.${mac}`
}

/** Returns the SHA-256 of a text in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const { sha256 } = await hashes()
  return hex(await sha256(utf8(text)))
}

/** Browsers provide `crypto.subtle` on secure origins only. */
async function hashes(): Promise<Hashes> {
  if (!globalThis.crypto.subtle) return (await import('./fallback-hashes.ts')).fallbackHashes
  return subtleHashes
}

const subtleHashes: Hashes = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  hmacSha256: async (key, message) => {
    const cryptoKey = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('HMAC', cryptoKey, message))
  },
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

function hex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64url(bytes: Bytes): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
