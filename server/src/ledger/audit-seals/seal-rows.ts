import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { Seal } from '../../seal.ts'
import { firstIdAt, idTime } from '../../uuid.ts'
import { utcText, utcTime } from './audit-row.ts'
import { type AuditSeal, firstOpenId, latenessMs, newestSeal, noSeal, sealHash } from './audit-seal.ts'
import { isProven } from './proofs.ts'

/** Rows of a seal at most. */
export const rowsPerSeal = 1_000
/** Seals of one run at most, so that a worker can stop soon. */
const sealsPerRun = 100
/** How often rows of the last hour are searched for those that were committed late; otherwise only newer ones are read. */
const usualSweepMs = 60_000
/** Without new rows a seal follows after this long, so that the watermark moves on. */
const quietMs = 600_000

/** One reading of the rows that are not sealed, in the order of their ids, over several seals. */
interface Pass {
  /** By the database's clock, which all workers share. */
  startedAt: string
  /** Whether it reads all rows that may be unsealed, instead of only those after the newest sealed one. */
  isSweep: boolean
  /** Id after which it goes on. */
  after: string
}

interface UnsealedRow {
  id: string
  leaf: Buffer
}

interface SealOptions {
  onSealed?: (made: AuditSeal) => void
  sweepEveryMs?: number
}

/** Seals what waits, each seal in its own transaction. Stops after some seals, and where another worker goes on. */
export async function sealRows(
  db: Database,
  seal: Seal,
  { onSealed = () => {}, sweepEveryMs = usualSweepMs }: SealOptions = {},
): Promise<void> {
  let pass = await beginPass(db, sweepEveryMs)
  for (let seals = 0; seals < sealsPerRun; seals++) {
    const made = await transact(db, (transaction) => sealNext(transaction, seal, pass))
    if (made === null) return
    onSealed(made)
    if (made.n < rowsPerSeal || made.lastId === null) return
    pass = { ...pass, after: made.lastId }
  }
}

/** Begins a reading after the newest sealed row, or as a sweep if the last one is so long ago. */
export async function beginPass(db: Database, sweepEveryMs = usualSweepMs): Promise<Pass> {
  const startedAt = await transactionTime(db)
  const head = await newestSeal(db)
  const elapsedMs = head === null ? sweepEveryMs : msBetween(head.watermark, startedAt)
  const isSweep = elapsedMs >= sweepEveryMs || elapsedMs < 0
  const open = firstOpenId(head, startedAt)
  const newest = isSweep ? open : await newestSealedId(db)
  return { startedAt, isSweep, after: newest > open ? newest : open }
}

/**
 * Makes the next seal in the caller's transaction, which reads committed rows. Returns null if there is nothing to seal or
 * another worker made that seal. Throws if the newest seal lacks its proof: it was not made by a holder of the secret.
 */
export async function sealNext(db: Transaction, seal: Seal, pass: Pass): Promise<AuditSeal | null> {
  const at = await transactionTime(db)
  const head = await newestSeal(db)
  if (head && !(await isProven(db, head, seal))) {
    throw new Error(`Audit seal ${head.no} does not match its proof: run npm run verify`)
  }
  const rows = await unsealedRows(db, pass.after, rowsPerSeal)
  if (rows.length === 0 && !(head && pass.isSweep && msBetween(head.at, at) >= quietMs)) return null
  const next = sealOf(head, pass, at, rows)
  if (!(await insertSeal(db, next))) return null
  await sql`
    insert into audit_sealed (audit_id, seal_no, place, leaf)
    select id, ${next.no}, place - 1, leaf
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ leaf }) => leaf)}::bytea[])
      with ordinality as row (id, leaf, place)`.execute(db)
  const { key, proof } = seal.prove(next.hash)
  await db
    .insertInto('audit_proof')
    .values({ seal_no: next.no, key, proof: Buffer.from(proof, 'hex') })
    .execute()
  return next
}

/** Time of the oldest row that waits for a seal, in milliseconds; null if none does. */
export async function oldestUnsealed(db: Database): Promise<number | null> {
  const head = await newestSeal(db)
  const [row] = await unsealedRows(db, firstOpenId(head, await transactionTime(db)), 1)
  return row ? idTime(row.id) : null
}

async function unsealedRows(db: Database, after: string, limit: number): Promise<UnsealedRow[]> {
  // As a scalar, the look-up stays one by one: a plan for all rows would read all that were ever sealed.
  const { rows } = await sql<UnsealedRow>`
    select id, audit_leaf_1(audit) as leaf from audit
    where id > ${after} and (select audit_id from audit_sealed where audit_id = audit.id) is null
    order by id limit ${limit}`.execute(db)
  return rows
}

async function newestSealedId(db: Database): Promise<string> {
  const row = await db
    .selectFrom('audit_sealed')
    .select('audit_id')
    .orderBy('audit_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.audit_id ?? firstIdAt(0)
}

/** Start of the transaction or statement, to the millisecond. */
async function transactionTime(db: Database): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select ${utcText('at')} as at from (select date_trunc('milliseconds', now()) as at) as started`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database did not return its time')
  return row.at
}

function msBetween(from: string, until: string): number {
  return Date.parse(until) - Date.parse(from)
}

function sealOf(head: AuditSeal | null, pass: Pass, at: string, rows: readonly UnsealedRow[]): AuditSeal {
  const [first, last] = [rows[0], rows.at(-1)]
  const leaves = createHash('sha256')
  for (const { leaf } of rows) leaves.update(leaf)
  const seal = {
    no: (head?.no ?? 0) + 1,
    form: 1,
    at,
    watermark: watermarkOf(head, pass, rows),
    isLate: first !== undefined && Date.parse(at) - idTime(first.id) > latenessMs,
    n: rows.length,
    total: (head?.total ?? 0) + rows.length,
    firstId: first?.id ?? null,
    lastId: last?.id ?? null,
    leaves: leaves.digest('hex'),
    previous: head?.hash ?? noSeal,
  }
  return { ...seal, hash: sealHash(seal) }
}

/** A sweep has sealed what was committed before its start once it has read all rows, and until then up to its newest row. */
function watermarkOf(head: AuditSeal | null, { startedAt, isSweep }: Pass, rows: readonly UnsealedRow[]): string {
  const before = head?.watermark ?? utcTime(0)
  const last = rows.at(-1)
  if (!isSweep) return before
  if (rows.length < rowsPerSeal || !last) return startedAt
  const reached = utcTime(idTime(last.id))
  return [startedAt, reached > before ? reached : before].toSorted()[0] ?? startedAt
}

/** Waits for another worker that makes the same seal; returns false if it has. */
async function insertSeal(db: Transaction, seal: AuditSeal): Promise<boolean> {
  const bytes = (hex: string) => Buffer.from(hex, 'hex')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('audit_seal')
    .values({
      no: seal.no,
      form: seal.form,
      at: seal.at,
      watermark: seal.watermark,
      is_late: seal.isLate,
      n: seal.n,
      total: BigInt(seal.total),
      first_id: seal.firstId,
      last_id: seal.lastId,
      leaves_sha256: bytes(seal.leaves),
      previous: bytes(seal.previous),
      hash: bytes(seal.hash),
    })
    .onConflict((other) => other.column('no').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}
