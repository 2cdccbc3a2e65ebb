import { mask } from '@kobo/contract/kit/text'
import type { Seal } from '../seal.ts'

export interface Named {
  first_name: string | null
  last_name: string | null
}

export function staffName({ first_name, last_name }: Named): string {
  return `${first_name ?? ''} ${last_name ?? ''}`.trim() || 'Somebody'
}

interface Decided {
  decided_at: string | null
  decision_reason: string | null
}

/** Returns the last decision: by whom, when and why; null without one. */
export function decision(row: Decided, by: Named) {
  return row.decided_at === null
    ? null
    : { staffName: staffName(by), decidedAt: row.decided_at, reason: row.decision_reason }
}

/** Decrypts a sealed number for display, with its last seven characters hidden. */
export function maskedNumber(seal: Seal, sealed: string | null): string | null {
  return sealed && mask(seal.openNumber(sealed))
}

/** Formats a count for display: `1,000,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-NG')
}
