import { sql } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { isClaimed, withClaim } from '../jobs/claim.ts'
import { runInChunks } from '../jobs/run-in-chunks.ts'
import type { JobKinds } from '../jobs/job-kinds.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { allChecks, findFaultsOf, type HarmfulFinding } from '../ledger/verify.ts'
import { uuidv7 } from '../uuid.ts'
import type { Engine } from './engine.ts'
import { mailFindings, wordsOf } from './ledger-checks/findings-words.ts'

/** What the worker that makes a check claims: at most one is made at a time. */
const claim = 'ledger check'

/** Whether a worker that lives is at the check that has not ended. */
export const isBeingMade = isClaimed(claim)

/** A check that has stood still for so long has been given up. */
export const givenUpAfterMs = 2 * 3_600_000

/** Has the books checked, and gives which check does it: whoever asks while one is under way gets that one. */
export async function requestLedgerCheck(
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
    .where(sql<boolean>`not ${isBeingMade}`)
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

export interface CheckOptions {
  /** Hears of a check that found something, with a sentence that says what. */
  onFindings: (sentence: string, about: object) => void
  budgetMs?: number
}

/**
 * Makes the checks one after the other, each in snapshots of its own that keep nobody from writing, and writes down what it
 * found: a worker that dies loses one of them. As long as a worker is at it, others leave the check alone, however long it takes.
 */
export async function workLedgerCheck(
  engine: Engine,
  { checkId }: JobKinds['ledger-check'],
  { onFindings, budgetMs }: CheckOptions,
): Promise<void> {
  const { db, jobs, clock } = engine
  const checkNext = async () => {
    const row = await db
      .selectFrom('ledger_check')
      .select('done')
      .where('id', '=', checkId)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (!row) return 'done'
    const check = allChecks[row.done]
    const found = check ? await findFaultsOf(db, check) : []
    const all = await note(engine, { checkId, done: row.done, found, at: clock() })
    if (all.length > 0) onFindings(wordsOf(all), { checkId, findings: all })
    return row.done + 1 < allChecks.length ? 'more' : 'done'
  }
  let isLeft = false
  await withClaim(db, claim, async (signal) => {
    const checkWhileClaimed = async () => (signal.aborted ? 'done' : await checkNext())
    const leave = async () => {
      isLeft = true
    }
    await runInChunks(checkWhileClaimed, leave, budgetMs)
  })
  // Only once the claim is released can a worker take the rest.
  if (isLeft) await jobs.enqueue(db, 'ledger-check', { checkId })
}

interface Made {
  checkId: string
  /** How many were made before. */
  done: number
  found: readonly HarmfulFinding[]
  at: Date
}

/** Writes down what one check found; of two workers at the same one, one is heard. After the last one it gives all, which administrators are mailed. */
async function note(engine: Engine, { checkId, done, found, at }: Made): Promise<HarmfulFinding[]> {
  const now = at.toISOString()
  const isLast = done + 1 >= allChecks.length
  return await transact(engine.db, async (db) => {
    const { rows } = await sql<{ findings: HarmfulFinding[] }>`
      update ledger_check
      set done = done + 1, total = ${allChecks.length}, moved_at = ${now},
        findings = findings || ${JSON.stringify(found)}::jsonb, ended_at = ${isLast ? now : null}
      where id = ${checkId} and done = ${done} and ended_at is null
      returning findings`.execute(db)
    const findings = (isLast && rows[0]?.findings) || []
    if (findings.length > 0) await mailFindings(engine, db, findings, at)
    return findings
  })
}

/** How soon after a start, and how often from then on, it is looked whether the books are to be checked. */
const lookEveryMs = 300_000

/** Works the checks, has the books checked once a day, and goes on with a check whose worker has died; gives what stops it. */
export async function startChecking(
  engine: Engine,
  { onFindings, onError }: Pick<CheckOptions, 'onFindings'> & { onError: (error: unknown) => void },
): Promise<() => void> {
  await engine.jobs.work('ledger-check', (data) => workLedgerCheck(engine, data, { onFindings }))
  const timer = setInterval(() => {
    askDaily(engine).catch(onError)
  }, lookEveryMs)
  return () => clearInterval(timer)
}

/** Has the books checked when the last check is a day old, and a check continued that nobody is at. */
export async function askDaily({ db, jobs, clock }: Engine): Promise<void> {
  const now = clock()
  const last = await db
    .selectFrom('ledger_check')
    .select(['id', 'created_at', 'ended_at'])
    .select(isBeingMade.as('is_being_made'))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last && last.ended_at === null && !last.is_being_made) {
    const key = `${last.id} ${Math.floor(now.getTime() / lookEveryMs)}`
    await jobs.enqueue(db, 'ledger-check', { checkId: last.id }, { key })
  }
  if (last && now.getTime() - Date.parse(last.created_at) < dayMs) return
  await transact(db, (t) => requestLedgerCheck(t, jobs, { staffId: null, at: now }))
}

const dayMs = 86_400_000
