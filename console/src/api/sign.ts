import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

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
export function accessToken({ token, hashKey, sessionId, timestampMs, ...call }: Signed): string {
  const key = hmac(sha256, utf8ToBytes(hashKey), utf8ToBytes(token))
  const covered = call.headers ? [call.headers.idempotencyKey, call.headers.mode] : []
  const bodyHash = bytesToHex(sha256(utf8ToBytes(call.body)))
  const message = [call.method, call.path, timestampMs, ...covered, bodyHash].join('\n')
  const mac = base64url(hmac(sha256, key, utf8ToBytes(message)))
  return `${call.headers ? 'v2' : 'v1'}.${sessionId}.${timestampMs}.${mac}`
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
