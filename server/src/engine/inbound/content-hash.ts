import { createHash } from 'node:crypto'

/** A request as it is compared with an earlier one under the same reference. */
export interface RequestContent {
  /** All of it. */
  body: unknown
  /** What releases before this one compared of it. */
  content: readonly (string | bigint | null)[]
}

/** The form of a hash; hashes of earlier releases have none. */
const version = 'v2:'

/** The hash of all that a request says: the order of its keys does not matter, and a key that is null is as good as absent. */
export function contentHash(body: unknown): string {
  return version + createHash('sha256').update(JSON.stringify(body, canonical)).digest('hex')
}

/** Whether a request is the one that a stored hash was made of. */
export function isSameContent(stored: string, { body, content }: RequestContent): boolean {
  if (stored.startsWith(version)) return stored === contentHash(body)
  return stored === createHash('sha256').update(content.join('\n')).digest('hex')
}

function canonical(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const named = Object.entries(value).filter(([, of]) => of !== null && of !== undefined)
  return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
