import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what the database holds unreadable without the server's own secret. AES-256-GCM, base64url. */
export interface Seal {
  close(clear: string): string
  /** Throws when the text was sealed with another secret or altered. */
  open(sealed: string): string
}

export function makeSeal(secret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kobo-console seal', 32))
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
  }
}
