import { mask } from '@kobo/contract/kit/text'
import type { Place, Seal } from '../seal.ts'

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
export function maskedNumber(seal: Seal, stored: StoredNumber, place: Place): string | null {
  const clear = openStored(seal, stored, place)
  return clear && mask(clear)
}

/** A personal number as a row holds it; null if there is none. */
interface StoredNumber {
  hash: string | null
  sealed: string | null
}

/** Decrypts a sealed number; null if there is none. */
export function openStored(seal: Seal, { hash, sealed }: StoredNumber, place: Place): string | null {
  return hash && seal.openNumber({ hash, sealed }, place)
}

type NumberColumn = 'bvn' | 'nin' | 'identity_number'

/** The number of a row in one of its columns, and where it is stored. */
export function numberOf<C extends NumberColumn>(
  table: string,
  column: C,
  row: { id: string } & Record<C | `sealed_${C}`, string | null>,
): [StoredNumber, Place] {
  const columns: Partial<Record<string, string | null>> = row
  return [
    { hash: columns[column] ?? null, sealed: columns[`sealed_${column}`] ?? null },
    { table, column, id: row.id },
  ]
}

/** Formats a count for display: `1,000,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-NG')
}
