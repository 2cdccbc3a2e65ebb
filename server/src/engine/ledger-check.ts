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
import { mailFindings, wordsOf } from './ledger-check-messages.ts'

/** Claimed by the worker that runs a ledger check, so at most one check runs at a time. */
const claim = 'ledger check'

/** True while a live worker holds the claim. */
export const isClaimedByWorker = isClaimed(claim)

/** An unfinished check without progress for this long is closed, unless a worker holds the claim. */
export const retriesExhaustedAfterMs = 2 * 3_600_000

/** Starts a ledger check, or returns the one that is running. */
export async function requestLedgerCheck(
  db: Transaction,
  jobs: Jobs,
  { staffId, at }: { staffId: string | null; at: Date },
): Promise<{ checkId: string; isNew: boolean }> {
  const now = at.toISOString()
  const before = new Date(at.getTime() - retriesExhaustedAfterMs).toISOString()
  await db
    .updateTable('ledger_check')
    .set({ ended_at: now })
    .where('ended_at', 'is', null)
    .where('moved_at', '<', before)
    .where(sql<boolean>`not ${isClaimedByWorker}`)
    .execute()
  const id = uuidv7(at.getTime())
  const inserted = await db
    .insertInto('ledger_check')
    .values({ id, created_at: now, moved_at: now, staff_id: staffId, total: allChecks.length })
    .onConflict((conflict) => conflict.expression(sql`(true)`).where('ended_at', 'is', null).doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 1n) {
    await jobs.enqueue(db, 'ledger-check', { checkId: id })
    return { checkId: id, isNew: true }
  }
  const running = await db.selectFrom('ledger_check').select('id').where('ended_at', 'is', null).executeTakeFirst()
  // The running check ended between the two statements; its result is current.
  const last = running ?? (await lastCheck(db))
  return { checkId: last.id, isNew: false }
}

async function lastCheck(db: Database) {
  return await db.selectFrom('ledger_check').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
}

export interface CheckOptions {
  /** Called when a check with findings has ended, with a sentence that names them. */
  onFindings: (sentence: string, about: object) => void
  budgetMs?: number
}

/**
 * Runs the individual checks in turn, each in its own snapshots that block no writer, and stores the findings after each: a
 * worker that dies loses one of them. Other workers leave the check alone as long as this one holds the claim.
 */
export async function runLedgerCheckJob(
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
    const findings = await storeFindings(engine, { checkId, done: row.done, found, at: clock() })
    if (findings.length > 0) onFindings(wordsOf(findings), { checkId, findings })
    return row.done + 1 < allChecks.length ? 'more' : 'done'
  }
  let hasMore = false
  await withClaim(db, claim, async (signal) => {
    const checkWhileClaimed = async () => (signal.aborted ? 'done' : await checkNext())
    const stopEarly = async () => {
      hasMore = true
    }
    await runInChunks(checkWhileClaimed, stopEarly, budgetMs)
  })
  // Another worker can continue only after the claim is released.
  if (hasMore) await jobs.enqueue(db, 'ledger-check', { checkId })
}

interface CompletedCheck {
  checkId: string
  /** Number of individual checks completed before this one. */
  done: number
  found: readonly HarmfulFinding[]
  at: Date
}

/** Stores one check's findings; of two workers the first wins. After the last check, mails administrators and returns all. */
async function storeFindings(engine: Engine, { checkId, done, found, at }: CompletedCheck): Promise<HarmfulFinding[]> {
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

/** Interval, also before the first run, at which `requestDailyCheck` looks for a due or abandoned check. */
const pollMs = 300_000

/** Registers the worker, starts a check daily and resumes checks whose worker has died. Returns a stop function. */
export async function startChecking(
  engine: Engine,
  { onFindings, onError }: Pick<CheckOptions, 'onFindings'> & { onError: (error: unknown) => void },
): Promise<() => void> {
  await engine.jobs.work('ledger-check', (data) => runLedgerCheckJob(engine, data, { onFindings }))
  const timer = setInterval(() => {
    requestDailyCheck(engine).catch(onError)
  }, pollMs)
  return () => clearInterval(timer)
}

/** Starts a ledger check if the last one is a day old, and resumes an unfinished one that no worker has claimed. */
export async function requestDailyCheck({ db, jobs, clock }: Engine): Promise<void> {
  const now = clock()
  const last = await db
    .selectFrom('ledger_check')
    .select(['id', 'created_at', 'ended_at'])
    .select(isClaimedByWorker.as('is_being_made'))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (last && last.ended_at === null && !last.is_being_made) {
    const key = `${last.id} ${Math.floor(now.getTime() / pollMs)}`
    await jobs.enqueue(db, 'ledger-check', { checkId: last.id }, { key })
  }
  if (last && now.getTime() - Date.parse(last.created_at) < dayMs) return
  await transact(db, (t) => requestLedgerCheck(t, jobs, { staffId: null, at: now }))
}

const dayMs = 86_400_000
