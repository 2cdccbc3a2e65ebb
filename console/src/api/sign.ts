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
}

/** The `access-token` header of a request. The token itself is not in it, nor can it be had from it. */
export function accessToken({ token, hashKey, sessionId, timestampMs, method, path, body }: Signed): string {
  const key = hmac(sha256, utf8ToBytes(hashKey), utf8ToBytes(token))
  const message = [method, path, timestampMs, bytesToHex(sha256(utf8ToBytes(body)))].join('\n')
  return `v1.${sessionId}.${timestampMs}.${base64url(hmac(sha256, key, utf8ToBytes(message)))}`
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
