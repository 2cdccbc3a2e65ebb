import { createHash } from 'node:crypto'

/** Tells the form of the hash, so that hashes of an earlier form are compared as they were made. */
const version = 'v2:'

/** The hash of everything that a request says: the order of its keys does not matter, and a key that is null is as good as absent. */
export function contentHash(content: unknown): string {
  return version + createHash('sha256').update(JSON.stringify(content, canonical)).digest('hex')
}

/** Whether a stored hash was made by `contentHash`. */
export function isContentHash(stored: string): boolean {
  return stored.startsWith(version)
}

function canonical(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const named = Object.entries(value).filter(([, of]) => of !== null && of !== undefined)
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
