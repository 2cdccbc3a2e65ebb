import { findBank } from '@kobo/server/rails/banks'
import { providerBank } from '@kobo/server/ledger/accounts'
import { hourMs } from '../calendar.ts'
import type { Random } from '../random.ts'

/** Generates ids, references and session IDs that are unique within one run. */
export interface Numbering {
  /** Returns a UUIDv7 of this instant. */
  id(at: number): Uint8Array
  reference(at: number): string
  /** Returns a session ID issued by the institution with this NIP code, by default ours. */
  sessionId(at: number, institution?: string): string
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ourInstitution = findBank(providerBank.code)?.nipCode ?? ''
const word = 2 ** 32
/** Odd, so that counting by it visits every 30-bit number once. */
const stride = 0x2545f491
const thirtyBits = 2 ** 30 - 1

export function numbering(random: Random): Numbering {
  const begin = random.whole(0, thirtyBits)
  let count = 0
  let second = Number.NaN
  let stamp = ''

  const stampOf = (at: number) => {
    const seconds = Math.floor(at / 1000)
    if (seconds !== second) {
      second = seconds
      stamp = new Date(at + hourMs).toISOString().slice(2, 19).replaceAll(/\D/g, '')
    }
    return stamp
  }

  return {
    id(at) {
      const id = new Uint8Array(16)
      const high = Math.floor(at / 65_536)
      id[0] = high >>> 24
      id[1] = high >>> 16
      id[2] = high >>> 8
      id[3] = high
      id[4] = at >>> 8
      id[5] = at
      for (let position = 6; position < 16; position += 4) {
        const bits = random.next() * word
        id[position] = bits >>> 24
        id[position + 1] = bits >>> 16
        id[position + 2] = bits >>> 8
        id[position + 3] = bits
      }
      id[6] = 0x70 | ((id[6] ?? 0) & 0x0f)
      id[8] = 0x80 | ((id[8] ?? 0) & 0x3f)
      return id
    },
    reference(at) {
      count += 1
      let rest = (begin + Math.imul(count, stride)) & thirtyBits
      let code = ''
      for (let position = 0; position < 6; position += 1) {
        code += letters[rest & 31]
        rest >>>= 5
      }
      const hundredths = Math.floor((at % 1000) / 10)
      return `KBO-${stampOf(at)}${hundredths < 10 ? '0' : ''}${hundredths}-${code}`
    },
    sessionId(at, institution = ourInstitution) {
      const serial = Math.floor(random.next() * 1e12)
      return `${institution}${stampOf(at)}${String(serial).padStart(12, '0')}`
    },
  }
}
