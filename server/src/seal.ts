import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { gcmsiv } from '@noble/ciphers/aes.js'

/** What only a holder of a secret can compute from a text: an HMAC-SHA-256, and the name of its key, both in hex. */
export interface Proof {
  key: string
  proof: string
}

/** Where a sealed value is stored: it opens nowhere else. `id` is the primary key of its row, or '' if the number itself is. */
export interface Place {
  table: string
  column: string
  id: string
}

/** A personal number as two columns hold it. */
export interface SealedNumber {
  /** Keyed hash by which equal numbers are found and compared. */
  hash: string
  /** The number itself; null in the form of the release before, whose hash contains it. */
  sealed: string | null
}

/** 1 is how the release before seals: without the key's name and the place. 2 has both. */
export type SealForm = 1 | 2

/**
 * Encrypts and authenticates stored values with keys derived from the server's secrets. The first secret seals; each of them
 * opens, so that servers agree while the secret is being changed.
 */
export interface Seal {
  /** Names of the keys, that which seals first. */
  keys: readonly string[]
  /** AES-256-GCM: sealing the same text twice yields different results. */
  close(clear: string, place: Place): string
  /** Opens both forms. Throws if the text was sealed with another secret, for another place, or altered. */
  open(sealed: string, place: Place): string
  closeNumber(clear: string, place: Place): SealedNumber
  /** As `open`; throws also if the hash is not that of the number. */
  openNumber(stored: SealedNumber, place: Place): string
  /** All hashes that a stored number may have, that of the sealing key first. */
  numberHashes(clear: string): string[]
  /** HMAC-SHA-256 of a text, base64url, by each secret, the sealing one first. */
  macs(text: string): [string, ...string[]]
  /** Key of a purpose by each secret, by the names of the keys. */
  keysFor(purpose: string): ReadonlyMap<string, Buffer>
  /** Proves that a text was authenticated by a holder of the secret: the same each time. */
  prove(text: string): Proof
  /** The proof by each secret, that of the sealing one first. */
  proofs(text: string): Proof[]
  /** The form in which values are sealed now. */
  form(): SealForm
}

/** Prefixes of what is stored: a number of form 1, and the hash and the sealed value of form 2. */
const numberSealed = 's1.'
const numberHashed = 'h2.'
const valueSealed = 'v2.'

// Deterministic sealing requires a fixed nonce.
const fixedNonce = new Uint8Array(12)

type Key = ReturnType<typeof deriveKey>

/** `secrets` begins with the one that seals. `form` is asked at each sealing, since it may be raised while a server runs. */
export function makeSeal(secrets: string | readonly [string, ...string[]], form: () => SealForm = () => 2): Seal {
  const [first, ...others] = typeof secrets === 'string' ? ([secrets] as const) : secrets
  const sealing = deriveKey(first)
  const keys = [sealing, ...others.map(deriveKey)]
  const byName = new Map(keys.map((key) => [key.name, key]))
  const named = (stored: string) => {
    const [, name = '', body = ''] = stored.split('.')
    const key = byName.get(name)
    if (!key) throw new Error('Sealed with another secret')
    return { key, body: Buffer.from(body, 'base64url') }
  }
  const seal: Seal = {
    keys: [...byName.keys()],
    form,
    close(clear, place) {
      if (form() === 1) return encrypt(sealing.unbound, clear).toString('base64url')
      return `${valueSealed}${sealing.name}.${encrypt(sealing.bound, clear, aadOf(place)).toString('base64url')}`
    },
    open(sealed, place) {
      if (!sealed.startsWith(valueSealed)) {
        return openAny(keys, (key) => decrypt(key.unbound, Buffer.from(sealed, 'base64url')))
      }
      const { key, body } = named(sealed)
      return decrypt(key.bound, body, aadOf(place))
    },
    closeNumber(clear, place) {
      if (form() === 1) return { hash: sealing.sealNumber(clear), sealed: null }
      const hash = sealing.hashNumber(clear)
      return { hash, sealed: seal.close(clear, numberPlace(place, hash)) }
    },
    openNumber({ hash, sealed }, place) {
      if (hash.startsWith(numberSealed)) return openAny(keys, (key) => key.openNumber(hash))
      if (sealed === null) throw new Error('Not a sealed number')
      const clear = seal.open(sealed, numberPlace(place, hash))
      if (named(hash).key.hashNumber(clear) !== hash) throw new Error('The hash is that of another number')
      return clear
    },
    numberHashes: (clear) => {
      const hashed = keys.map((key) => key.hashNumber(clear))
      const asBefore = keys.map((key) => key.sealNumber(clear))
      return form() === 1 ? [...asBefore, ...hashed] : [...hashed, ...asBefore]
    },
    macs: (text) => [sealing.mac(text), ...keys.slice(1).map((key) => key.mac(text))],
    keysFor: (purpose) => new Map(keys.map((key) => [key.name, key.derive(purpose)])),
    prove: (text) => sealing.prove(text),
    proofs: (text) => keys.map((key) => key.prove(text)),
  }
  return seal
}

/** Name of the key of a secret, which is stored with what it seals. */
export function keyName(secret: string): string {
  return deriveKey(secret).name
}

function deriveKey(secret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `kobo-console ${purpose}`, 32))
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text)
  const proofKey = derive('proofs')
  const name = hmac(proofKey, 'name of this key').digest('hex').slice(0, 16)
  const hashKey = derive('hashes of personal numbers')
  const numberKey = derive('personal numbers')
  return {
    name,
    derive,
    unbound: derive('seal'),
    bound: derive('bound values'),
    hashNumber: (clear: string) => `${numberHashed}${name}.${hmac(hashKey, clear).digest('base64url')}`,
    sealNumber: (clear: string) =>
      numberSealed + Buffer.from(gcmsiv(numberKey, fixedNonce).encrypt(Buffer.from(clear))).toString('base64url'),
    openNumber: (sealed: string) =>
      Buffer.from(
        gcmsiv(numberKey, fixedNonce).decrypt(Buffer.from(sealed.slice(numberSealed.length), 'base64url')),
      ).toString('utf8'),
    mac: (text: string) => hmac(secret, text).digest('base64url'),
    prove: (text: string): Proof => ({ key: name, proof: hmac(proofKey, text).digest('hex') }),
  }
}

/** Opens a value of form 1, which does not name its key. */
function openAny(keys: readonly Key[], open: (key: Key) => string): string {
  for (const key of keys) {
    try {
      return open(key)
    } catch {
      // It may be sealed with another key.
    }
  }
  throw new Error('Sealed with another secret, or altered')
}

/** Length first, so that no two places have the same text. */
function aadOf({ table, column, id }: Place): Buffer {
  return Buffer.from([table, column, id].map((part) => `${part.length}:${part}`).join(''))
}

/** A number is also bound to its hash, so that neither can be exchanged without the other. */
function numberPlace({ table, column, id }: Place, hash: string): Place {
  return { table, column, id: `${id} ${hash}` }
}

function encrypt(key: Buffer, clear: string, aad?: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  if (aad) cipher.setAAD(aad)
  const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function decrypt(key: Buffer, bytes: Buffer, aad?: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  if (aad) decipher.setAAD(aad)
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}
