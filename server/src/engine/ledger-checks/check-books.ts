import { sql } from 'kysely'
import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { inPieces } from '../../jobs/in-pieces.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { allChecks, findFaultsOf, type HarmfulFinding } from '../../ledger/verify.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Engine } from '../engine.ts'

/** A check that has stood still for so long has been given up. */
export const givenUpAfterMs = 2 * 3_600_000

/** Has the books checked, and gives which check does it: whoever asks while one is under way gets that one. */
export async function askForCheck(
  db: Transaction,
  jobs: Jobs,
  { staffId, at }: { staffId: string | null; at: Date },
): Promise<{ checkId: string; isNew: boolean }> {
  const now = at.toISOString()
  const before = new Date(at.getTime() - givenUpAfterMs).toISOString()
  await db
    .updateTable('ledger_check')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('moved_at', '<', before)
    .execute()
  const id = uuidv7(at.getTime())
  const made = await db
    .insertInto('ledger_check')
    .values({ id, created_at: now, moved_at: now, staff_id: staffId, total: allChecks.length })
    .onConflict((other) => other.expression(sql`(true)`).where('ended_at', 'is', null).doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 1n) {
    await jobs.enqueue(db, 'ledger-check', { checkId: id })
    return { checkId: id, isNew: true }
  }
  const running = await db.selectFrom('ledger_check').select('id').where('ended_at', 'is', null).executeTakeFirst()
  // It ended just now: its result is as new as any.
  const last = running ?? (await lastCheck(db))
  return { checkId: last.id, isNew: false }
}

async function lastCheck(db: Database) {
  return await db.selectFrom('ledger_check').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
}

/**
 * Makes the checks one after the other, each in a snapshot of its own that keeps nobody from writing, and writes down what it
 * found: a worker that dies loses one of them.
 */
export async function workLedgerCheck(
  { db, jobs, clock }: Engine,
  { checkId }: JobKinds['ledger-check'],
  budgetMs?: number,
): Promise<void> {
  const checkNext = async () => {
    const row = await db
      .selectFrom('ledger_check')
      .select('done')
      .where('id', '=', checkId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!row) return 'done'
    const check = allChecks[row.done]
    await note(db, { checkId, done: row.done, found: check ? await findFaultsOf(db, check) : [], at: clock() })
    return row.done + 1 < allChecks.length ? 'more' : 'done'
  }
  await inPieces(checkNext, () => jobs.enqueue(db, 'ledger-check', { checkId }), budgetMs)
}

interface Made {
  checkId: string
  /** How many were made before. */
  done: number
  found: readonly HarmfulFinding[]
  at: Date
}

/** Of two workers at the same check one is heard. */
async function note(db: Database, { checkId, done, found, at }: Made): Promise<void> {
  const now = at.toISOString()
  const isLast = done + 1 >= allChecks.length
  await sql`
    update ledger_check
    set done = done + 1, total = ${allChecks.length}, moved_at = ${now}, findings = findings || ${JSON.stringify(found)}::jsonb,
      ended_at = ${isLast ? now : null}
    where id = ${checkId} and done = ${done} and ended_at is null`.execute(db)
}

/** Has the books checked once a day; gives what stops it. */
export function startChecking({ db, jobs, clock }: Engine, onError: (error: unknown) => void): () => void {
  const askDaily = async () => {
    const last = await db.selectFrom('ledger_check').select('created_at').orderBy('id', 'desc').executeTakeFirst()
    const now = clock()
    if (last && now.getTime() - Date.parse(last.created_at) < dayMs) return
    await transact(db, (t) => askForCheck(t, jobs, { staffId: null, at: now }))
  }
  const ask = () => {
    askDaily().catch(onError)
  }
  ask()
  const timer = setInterval(ask, 3_600_000)
  return () => clearInterval(timer)
}

const dayMs = 86_400_000
