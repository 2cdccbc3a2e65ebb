import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { firstIdAt } from '../../uuid.ts'
import { utcText } from './audit-row.ts'

/** An audit seal. Times are in UTC with microseconds, hashes in hex. */
export interface AuditSeal {
  no: number
  /** Of its hash and of the leaves. */
  form: number
  at: string
  /** Rows that are an hour older and not sealed came too late. */
  watermark: string
  /** Whether its first row was older than an hour. */
  isLate: boolean
  /** Number of its rows. */
  n: number
  /** Number of rows of this seal and all before it. */
  total: number
  firstId: string | null
  lastId: string | null
  /** SHA-256 of the leaves of its rows, 32 bytes each, in the order of ids. */
  leaves: string
  /** Hash of the seal before it. */
  previous: string
  hash: string
}

/** `previous` of the first seal. */
export const noSeal = '0'.repeat(64)

const lineBreak = '\n'

/** Hash of a seal in form 1: SHA-256 of `kobo.audit.1` and the fields in this order, one on each line, `-` for a missing id. */
export function sealHash(seal: Omit<AuditSeal, 'hash'>): string {
  const { no, at, watermark, isLate, n, total, firstId, lastId, leaves, previous } = seal
  const lines = ['kobo.audit.1', no, at, watermark, isLate, n, total, firstId ?? '-', lastId ?? '-', leaves, previous]
  return createHash('sha256').update(lines.join(lineBreak)).digest('hex')
}

/** The same hash, of a row of `audit_seal` in PostgreSQL. */
export const storedSealHash = sql<Buffer>`sha256(convert_to(concat_ws(${lineBreak}, 'kobo.audit.1', no, ${utcText('at')},
  ${utcText('watermark')}, case when is_late then 'true' else 'false' end, n, total, coalesce(first_id::text, '-'),
  coalesce(last_id::text, '-'), encode(leaves_sha256, 'hex'), encode(previous, 'hex')), 'UTF8'))`

/** Selects a row of `audit_seal`. */
export const sealFields = sql<AuditSeal>`no, form, ${utcText('at')} as at, ${utcText('watermark')} as watermark,
  is_late as "isLate", n, total::float8 as total, first_id as "firstId", last_id as "lastId",
  encode(leaves_sha256, 'hex') as leaves, encode(previous, 'hex') as previous, encode(hash, 'hex') as hash`

/** Returns the newest seal; null if nothing is sealed. */
export async function newestSeal(db: Database): Promise<AuditSeal | null> {
  const { rows } = await sql<AuditSeal>`select ${sealFields} from audit_seal order by no desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** How long a transaction may take from its time to its commit, including the difference of clocks. */
export const latenessMs = 3_600_000

/** Lowest id of a row that may still be sealed. A seal from the future, of a wrong clock, does not shut out present rows. */
export function firstOpenId(head: AuditSeal | null, now: string): string {
  return firstIdAt(head === null ? 0 : Math.min(Date.parse(head.watermark), Date.parse(now)) - latenessMs)
}
