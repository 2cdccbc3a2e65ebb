import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { gcmsiv } from '@noble/ciphers/aes.js'

/** What only a holder of the secret can compute from a text: an HMAC-SHA-256, and a name of its key, both in hex. */
export interface Proof {
  key: string
  proof: string
}

/** Encrypts and authenticates stored values with keys derived from the server's secret. */
export interface Seal {
  /** AES-256-GCM, base64url: sealing the same text twice yields different results. */
  close(clear: string): string
  /** Throws if the text was sealed with another secret or altered. */
  open(sealed: string): string
  /**
   * Seals a personal number (BVN, NIN, or of an identity document) deterministically, so that it can be found and compared
   * without being opened: AES-256-GCM-SIV (RFC 8452) under one nonce, whose tag is a keyed hash of the number.
   */
  closeNumber(clear: string): string
  /** Same as `open`, for numbers. */
  openNumber(sealed: string): string
  /** Proves that a text was authenticated by a holder of the secret: the same each time. */
  prove(text: string): Proof
}

/** Prefix of every sealed number, which identifies the scheme. */
export const numberSealed = 's1.'

// Deterministic sealing requires a fixed nonce.
const fixedNonce = new Uint8Array(12)

export function makeSeal(secret: string): Seal {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `kobo-console ${purpose}`, 32))
  const key = derive('seal')
  const numberKey = derive('personal numbers')
  const proofKey = derive('proofs')
  const hmac = (text: string) => createHmac('sha256', proofKey).update(text).digest('hex')
  const keyName = hmac('name of this key').slice(0, 16)
  return {
    close(clear) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    closeNumber(clear) {
      const sealed = gcmsiv(numberKey, fixedNonce).encrypt(Buffer.from(clear, 'utf8'))
      return numberSealed + Buffer.from(sealed).toString('base64url')
    },
    openNumber(sealed) {
      if (!sealed.startsWith(numberSealed)) throw new Error('Not a sealed number')
      const bytes = Buffer.from(sealed.slice(numberSealed.length), 'base64url')
      return Buffer.from(gcmsiv(numberKey, fixedNonce).decrypt(bytes)).toString('utf8')
    },
    prove(text) {
      return { key: keyName, proof: hmac(text) }
    },
  }
}
