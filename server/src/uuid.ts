import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

const sources = new AsyncLocalStorage<(at: Date) => string>()

/** Takes ids from this source within this work only, so that repeated work gets the same ids. */
export function withIdsFrom<T>(source: (at: Date) => string, work: () => Promise<T>): Promise<T> {
  return sources.run(source, work)
}

let last = { at: 0, sequence: 0 }
/** Random bytes for many ids, since drawing them costs more than all the rest. */
const randomPool = Buffer.alloc(16 * 256)
let used = randomPool.length

/**
 * Creates a UUIDv7 (RFC 9562): it begins with the time, so that new rows are adjacent in an index. Ids of one process in one
 * millisecond are in order of creation, at least the first 2,048 (section 6.2, method 1).
 */
export function uuidv7(at = Date.now()): string {
  const source = sources.getStore()
  if (source) return source(new Date(at))
  if (used === randomPool.length) {
    randomFillSync(randomPool)
    used = 0
  }
  const bytes = randomPool.subarray(used, (used += 16))
  const sequence = at === last.at ? (last.sequence + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff
  last = { at, sequence }
  bytes.writeUIntBE(at, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const form = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

export function isUuid(text: string): boolean {
  return form.test(text)
}

/** Returns the lowest id of a millisecond since 1970. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(ms, 0).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
