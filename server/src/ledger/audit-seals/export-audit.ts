import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { firstIdAt } from '../../uuid.ts'
import { type AuditRow, rowTexts } from './audit-row.ts'
import { type AuditSeal, newestSeal, sealFields } from './audit-seal.ts'
import type { ExportLine, Proofs } from './export-line.ts'
import { listRetired, retiredThrough } from './retired-audit.ts'

/** A span of time, its end excluded, or whole seals, the last one included. */
type Span = { from: Date; until: Date } | Seals

interface Seals {
  firstSeal: number
  lastSeal: number
}

const rowsAtOnce = 2_000
const sealsAtOnce = 500

/**
 * Writes the rows of a span of time as JSON lines, from one snapshot: whole seals without a gap between them, each followed by
 * all of its rows, then the rows that are not sealed. Of some seals it writes these alone. Retired seals are left out, but named.
 * Returns the number of rows.
 */
export async function exportAudit(db: Database, span: Span, to: Writable): Promise<number> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot)
      const write = async (line: ExportLine) => {
        if (!to.write(`${JSON.stringify(line)}\n`)) await once(to, 'drain')
      }
      let rows = 0
      for await (const line of linesOf(snapshot, span)) {
        if ('row' in line || 'unsealed' in line) rows++
        await write(line)
      }
      await write({ end: rows })
      return rows
    })
}

async function* linesOf(db: Transaction, span: Span): AsyncGenerator<ExportLine> {
  const head = await newestSeal(db)
  const [newest] = head === null ? [] : await sealsBetween(db, head.no, head.no)
  yield { head, proofs: newest?.proofs ?? {} }
  for (const retired of await listRetired(db)) yield { retired }
  if ('firstSeal' in span) {
    yield* sealedLines(db, span.firstSeal, span.lastSeal)
    return
  }
  const within = sql`audit.at >= ${span.from.toISOString()} and audit.at < ${span.until.toISOString()}`
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(seal_no) as first, max(seal_no) as last from audit join audit_sealed on audit_id = id
    where ${within} and seal_no > ${retiredThrough}`.execute(db)
  const [{ first, last } = { first: null, last: null }] = rows
  if (first !== null && last !== null) yield* sealedLines(db, first, last)
  let after = firstIdAt(0)
  for (;;) {
    const unsealed = await sql<AuditRow>`
      select ${rowTexts} from audit
      where ${within} and audit.id > ${after} and not exists (select from audit_sealed where audit_id = audit.id)
      order by id limit ${rowsAtOnce}`.execute(db)
    for (const row of unsealed.rows) yield { unsealed: row }
    if (unsealed.rows.length < rowsAtOnce) return
    after = unsealed.rows.at(-1)?.id ?? after
  }
}

/** The seals from one number to another, each with its rows. A seal has few enough rows to be read at once. */
async function* sealedLines(db: Transaction, first: number, last: number): AsyncGenerator<ExportLine> {
  for (let from = first; from <= last; from += sealsAtOnce) {
    for (const { proofs, ...seal } of await sealsBetween(db, from, Math.min(from + sealsAtOnce - 1, last))) {
      yield { seal, proofs }
      const { rows } = await sql<AuditRow & { sealed_id: string; leaf: string }>`
        select audit_id as sealed_id, encode(leaf, 'hex') as leaf, ${rowTexts}
        from audit_sealed left join audit on audit.id = audit_id where seal_no = ${seal.no} order by place`.execute(db)
      for (const { sealed_id: id, leaf, ...row } of rows) yield { id, leaf, row: row.id === null ? null : row }
    }
  }
}

async function sealsBetween(db: Transaction, first: number, last: number): Promise<(AuditSeal & { proofs: Proofs })[]> {
  const { rows } = await sql<AuditSeal & { proofs: Proofs }>`
    select ${sealFields}, (
      select coalesce(json_object_agg(key, encode(proof, 'hex')), '{}') from audit_proof where seal_no = no
    ) as proofs
    from audit_seal where no between ${first} and ${last} order by no`.execute(db)
  return rows
}
