import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'

export type Bytes = Uint8Array<ArrayBuffer>

export interface Hashes {
  sha256: (bytes: Bytes) => Promise<Bytes>
  hmacSha256: (key: Bytes, message: Bytes) => Promise<Bytes>
}

/** Hashes for pages without `crypto.subtle`, such as plain-http hosts. */
export const fallbackHashes: Hashes = {
  sha256: async (bytes) => new Uint8Array(sha256(bytes)),
  hmacSha256: async (key, message) => new Uint8Array(hmac(sha256, key, message)),
}
