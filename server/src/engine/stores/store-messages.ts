import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Terminal } from '../../db/tables.ts'

// Callers cannot use these references: references from outside may not contain a slash.

/** Reference of a terminal's daily sweep. */
export function sweepReference(day: string, accountNumber: string): string {
  return `SWEEP/${day}/${accountNumber}`
}

/** Reference of a terminal's fee for a month, such as `2026-11`. */
export function terminalFeeReference(month: string, accountNumber: string): string {
  return `TERMINAL/${month}/${accountNumber}`
}

/** `terminalFeeReference` as an SQL expression. */
export function terminalFeeReferenceOf(month: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`'TERMINAL/' || ${month} || '/' || ${number}`
}

/** Reason for declining a payment at a terminal; null if the terminal is active. */
export function terminalDeclineReason(
  terminal: Pick<Selectable<Terminal>, 'serial_number' | 'inactive_since'>,
  /** The terminal's shop, if it has one. */
  shop: { name: string | null; inactive_since: string | null },
): string | null {
  if (terminal.inactive_since !== null) return `Terminal ${terminal.serial_number} is not active`
  if (shop.inactive_since !== null) return `Shop ${shop.name} of terminal ${terminal.serial_number} is not active`
  return null
}
