import { StartupError } from '../../startup-error.ts'

/** Head that was kept elsewhere: number of a seal and its hash, or the beginning of that. */
export interface Anchor {
  no: number
  hash: string
}

/** Reads `4711:ab12…`, with at least 16 digits of the hash; throws one sentence otherwise. */
export function readAnchor(text: string): Anchor {
  const [, no = '', hash = ''] = /^(\d{1,9}):([\da-f]{16,64})…?$/i.exec(text.trim()) ?? []
  if (no === '') throw new StartupError('--anchor is the number of a seal, a colon and at least 16 digits of its hash.')
  return { no: Number(no), hash: hash.toLowerCase() }
}

/** Returns what an anchor shows, given the hash of its seal, if there is one; null if they agree. */
export function anchorFault(
  { hash }: Anchor,
  found: string | undefined,
): 'audit-anchor-missing' | 'audit-anchor-mismatch' | null {
  if (found === undefined) return 'audit-anchor-missing'
  return found.startsWith(hash) ? null : 'audit-anchor-mismatch'
}
