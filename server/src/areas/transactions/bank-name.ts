import { findBank } from '../../rails/banks.ts'

/** What a bank is called; nothing for one that nobody knows. */
export function bankName(code: string | null): string | null {
  return code === null ? null : (findBank(code)?.name ?? null)
}
