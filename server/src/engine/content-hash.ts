import { createHash } from 'node:crypto'

/** Request content that is compared with an earlier request under the same reference. */
export interface RequestContent {
  /** Whole request. */
  body: unknown
  /** Fields that earlier releases compared. */
  content: readonly (string | bigint | null)[]
}

/** Version prefix of a hash; hashes of earlier releases have none. */
const version = 'v2:'

/** Hashes a request. The order of keys does not matter, and null equals absent. */
export function contentHash(body: unknown): string {
  return version + createHash('sha256').update(JSON.stringify(body, canonical)).digest('hex')
}

/** True if a request matches the stored hash, of this or an earlier release. */
export function isSameContent(stored: string, { body, content }: RequestContent): boolean {
  if (stored.startsWith(version)) return stored === contentHash(body)
  return stored === createHash('sha256').update(content.join('\n')).digest('hex')
}

function canonical(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const present = Object.entries(value).filter(([, field]) => field !== null && field !== undefined)
  return Object.fromEntries(present.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
