import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Terminal } from '../../db/tables.ts'

// Nobody else can give such references: none of those that are taken from outside has a slash.

/** What the sweep of a terminal's day is called. */
export function sweepReference(day: string, accountNumber: string): string {
  return `SWEEP/${day}/${accountNumber}`
}

/** What the charge for a terminal's month is called, the month as `2026-11`. */
export function terminalFeeReference(month: string, accountNumber: string): string {
  return `TERMINAL/${month}/${accountNumber}`
}

/** `terminalFeeReference` as an expression. */
export function terminalFeeReferenceOf(month: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`'TERMINAL/' || ${month} || '/' || ${number}`
}

/** Why what is paid at a terminal goes back to its sender; null where it takes money. */
export function whyNotTaken(
  terminal: Pick<Selectable<Terminal>, 'serial_number' | 'inactive_since'>,
  /** That it stands in, if it stands in one. */
  shop: { name: string | null; inactive_since: string | null },
): string | null {
  if (terminal.inactive_since !== null) return `Terminal ${terminal.serial_number} is not active`
  if (shop.inactive_since !== null)
    return `The shop ${shop.name}, in which terminal ${terminal.serial_number} stands, is not active`
  return null
}
