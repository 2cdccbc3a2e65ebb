import type { Bytes, Hashes } from './fallback-hashes.ts'

export interface Signed {
  token: string
  hashKey: string
  sessionId: string
  timestampMs: number
  method: string
  /** What follows the API's base address, query string included, exactly as sent. */
  path: string
  /** The JSON body as sent; empty when there is none. */
  body: string
  /** Covered by the second version, for servers that say they take it; empty where one is not sent. */
  headers?: { idempotencyKey: string; mode: string } | undefined
}

/** The `access-token` header of a request. The token itself is not in it, nor can it be had from it. */
export async function accessToken({ token, hashKey, sessionId, timestampMs, ...call }: Signed): Promise<string> {
  const { sha256, hmacSha256 } = await hashes()
  const covered = call.headers ? [call.headers.idempotencyKey, call.headers.mode] : []
  const [key, bodyHash] = await Promise.all([hmacSha256(utf8(hashKey), utf8(token)), sha256(utf8(call.body))])
  const message = [call.method, call.path, timestampMs, ...covered, hex(bodyHash)].join('\n')
  const mac = base64url(await hmacSha256(key, utf8(message)))
  return `${call.headers ? 'v2' : 'v1'}.${sessionId}.${timestampMs}.${mac}`
}

/** The hash of a text, in lower-case hex. */
export async function sha256Hex(text: string): Promise<string> {
  const { sha256 } = await hashes()
  return hex(await sha256(utf8(text)))
}

/** The browser's own, which it keeps to itself on plain-http hosts. */
async function hashes(): Promise<Hashes> {
  if (!globalThis.crypto.subtle) return (await import('./fallback-hashes.ts')).plainHashes
  return subtleHashes
}

const subtleHashes: Hashes = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  hmacSha256: async (key, message) => {
    const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
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
