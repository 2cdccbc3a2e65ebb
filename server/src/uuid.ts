import { AsyncLocalStorage } from 'node:async_hooks'
import { randomFillSync } from 'node:crypto'

const sources = new AsyncLocalStorage<(at: Date) => string>()

/** While this work goes on, and in it alone, ids come from this source: what is made again gets the same ones. */
export function withIdsFrom<T>(source: (at: Date) => string, work: () => Promise<T>): Promise<T> {
  return sources.run(source, work)
}

let last = { at: 0, sequence: 0 }
/** Drawn for many at once, since drawing costs more than all the rest. */
const drawn = Buffer.alloc(16 * 256)
let used = drawn.length

/**
 * A UUIDv7 (RFC 9562): begins with the time, so that new rows stand together in an index. Those that one process makes in one
 * millisecond stand in the order in which they were made, the first 2,048 at least (section 6.2, method 1).
 */
export function uuidv7(at = Date.now()): string {
  const source = sources.getStore()
  if (source) return source(new Date(at))
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  const bytes = drawn.subarray(used, (used += 16))
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
