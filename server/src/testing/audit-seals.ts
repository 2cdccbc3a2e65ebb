import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { utcTime } from '../ledger/audit-seals/audit-row.ts'
import { type AuditSeal, noSeal, sealHash } from '../ledger/audit-seals/audit-seal.ts'
import { sealRows } from '../ledger/audit-seals/seal-rows.ts'
import { uuidv7 } from '../uuid.ts'
import { testSeal } from './factories.ts'

const minuteMs = 60_000

/** Adds an audit row of some minutes ago, in which no column is empty but those given; returns its id. */
export async function anAuditRow(
  db: Database,
  { minutesAgo = 0, staffId = null }: { minutesAgo?: number; staffId?: string | null } = {},
): Promise<string> {
  const at = Date.now() - Math.round(minutesAgo * minuteMs)
  const row = {
    id: uuidv7(at),
    at: new Date(at).toISOString(),
    staff_id: staffId,
    session_id: uuidv7(),
    mode: 'PRODUCTION',
    action: 'wallet.enable',
    record_type: 'wallet',
    record_id: uuidv7(),
    merchant_id: uuidv7(),
    before: JSON.stringify({ status: 'INACTIVE', names: ['Bọ́lá “B” \\ \n', 1.5], note: null }),
    after: JSON.stringify({ status: 'ACTIVE' }),
    reason: 'Asked by the holder, Bọ́lá',
    request_id: 'req-1',
    address: '203.0.113.24',
    user_agent: 'Firefox',
    maker_id: uuidv7(),
    proposal_id: uuidv7(),
  }
  await db.insertInto('audit').values(row).execute()
  return row.id
}

/** Begins the seals with an empty one of some minutes ago, so that the next reading is a sweep. */
export async function aFirstSeal(db: Database, { minutesAgo }: { minutesAgo: number }): Promise<AuditSeal> {
  const at = utcTime(Date.now() - minutesAgo * minuteMs)
  const nothing = { n: 0, total: 0, firstId: null, lastId: null, isLate: false, previous: noSeal }
  const leaves = createHash('sha256').digest('hex')
  const seal = { no: 1, form: 1, at, watermark: at, leaves, ...nothing }
  return await storeSeal(db, { ...seal, hash: sealHash(seal) })
}

/** Stores a seal with its proof. */
async function storeSeal(db: Database, seal: AuditSeal): Promise<AuditSeal> {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const { isLate, firstId, lastId, leaves, ...same } = seal
  const hashes = { leaves_sha256: bytes(leaves), previous: bytes(seal.previous), hash: bytes(seal.hash) }
  const row = { ...same, ...hashes, total: BigInt(seal.total), is_late: isLate, first_id: firstId, last_id: lastId }
  await db.insertInto('audit_seal').values(row).execute()
  const { key, proof } = testSeal.prove(seal.hash)
  await db
    .insertInto('audit_proof')
    .values({ seal_no: seal.no, key, proof: bytes(proof) })
    .execute()
  return seal
}

/** Lets the test change the audit and its seals, as a superuser of the database can. */
export async function unguardAudit(t: Transaction): Promise<void> {
  for (const table of ['audit', 'audit_seal', 'audit_sealed', 'audit_proof', 'audit_retired']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(t)
    await sql`grant all on ${sql.table(table)} to current_user`.execute(t)
  }
}

/** Seals what waits, late commits included if `isSweep`; returns the seals made. */
export async function sealAll(db: Database, { isSweep = false } = {}): Promise<AuditSeal[]> {
  const made: AuditSeal[] = []
  await sealRows(db, testSeal, { onSealed: (seal) => made.push(seal), ...(isSweep && { sweepEveryMs: 0 }) })
  return made
}
