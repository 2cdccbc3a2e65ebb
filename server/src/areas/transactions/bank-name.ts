import { findBank } from '../../rails/banks.ts'

/** Returns a bank's name; null for an unknown code. */
export function bankName(code: string | null): string | null {
  return code === null ? null : (findBank(code)?.name ?? null)
}
