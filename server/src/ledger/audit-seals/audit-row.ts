import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** Columns of the audit that form 1 of a row hashes, in this order. */
export const rowColumns = [
  'id',
  'at',
  'staff_id',
  'session_id',
  'mode',
  'action',
  'record_type',
  'record_id',
  'merchant_id',
  'before',
  'after',
  'reason',
  'request_id',
  'address',
  'user_agent',
  'maker_id',
  'proposal_id',
] as const

/** An audit row as texts: PostgreSQL's own of each column, times in UTC with microseconds. */
export type AuditRow = Record<(typeof rowColumns)[number], string | null>

/** A time as seals and rows contain it: `2026-11-27T08:30:00.123456Z`. */
export const utcText = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The same form of a time in milliseconds. */
export function utcTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}

/** Selects a row of `audit` as texts. */
export const rowTexts = sql<AuditRow>`${sql.join(
  rowColumns.map(
    (column) =>
      sql`${column === 'at' ? utcText('audit.at') : sql`${sql.ref(`audit.${column}`)}::text`} as ${sql.ref(column)}`,
  ),
)}`

/**
 * Hash of a row in form 1, in hex, as `audit_leaf_1` of the database computes it: SHA-256 of `kobo.audit.row.1` and each column,
 * as its length in bytes, a colon and its text in UTF-8, or as `-` if it is null.
 */
export function leafOf(row: AuditRow): string {
  const hash = createHash('sha256').update('kobo.audit.row.1')
  for (const column of rowColumns) {
    const text = row[column]
    hash.update(text === null ? '-' : `${Buffer.byteLength(text)}:${text}`)
  }
  return hash.digest('hex')
}
