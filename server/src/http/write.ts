import type { Call } from '@kobo/contract/kit/call'
import type { Database, Transaction } from '../db/database.ts'
import { classifyDatabaseError } from '../db/database-errors.ts'
import { confirmEarlierCommits } from '../db/confirm-earlier-commits.ts'
import { UnknownCommitError, transact } from '../db/transact.ts'
import { type AuditAuthor, type AuditEntry, writeAudit } from '../db/audit.ts'
import type { ReadContext, WriteContext, Written } from './handler.ts'
import { areFree, findReply, storeReply, type Intent } from './idempotency.ts'
import { HttpError } from './http-error.ts'

/** How long a COMMIT may be under way while the database responds. */
const outcomeWaitMs = 4_000
/** How long the database may be away: longer than a fail-over, shorter than the minute for which the console waits. */
const failOverWaitMs = 45_000
const outcomeEveryMs = 250

type Result = { written: Written<Call>; replayed: boolean }

/** Runs a write in one transaction: the stored reply to its intents, or the handler, its audit rows and the new stored reply. */
export async function runWrite(
  context: ReadContext,
  intents: readonly Intent[],
  handler: (context: WriteContext) => Promise<Written<Call>>,
): Promise<Result> {
  try {
    return await transact(context.db, async (db) => {
      if (!(await areFree(db, intents))) {
        throw new HttpError(409, 'still_running', 'The same request is still in progress')
      }
      const earlier = await findReply(db, intents)
      if (earlier) await confirmEarlierCommits(db)
      const written = earlier ?? (await audited(db, context, handler))
      await storeReply(db, intents, written, context.now)
      return { written, replayed: earlier !== null }
    })
  } catch (error) {
    if (error instanceof UnknownCommitError) return await outcome(context.db, intents)
    throw error
  }
}

/** Runs the writes of a `make` call in one transaction. */
export async function runMake<T>(context: ReadContext, work: (context: WriteContext) => Promise<T>): Promise<T> {
  return await transact(context.db, (db) => audited(db, context, work))
}

/** Runs work that must leave an audit row; throws, and so rolls back, if it leaves none. */
async function audited<T>(
  db: Transaction,
  context: ReadContext,
  work: (context: WriteContext) => Promise<T>,
): Promise<T> {
  const by: AuditAuthor = {
    staffId: context.staff.id,
    sessionId: context.sessionId,
    mode: context.mode,
    requestId: context.requestId,
    at: context.now,
    caller: context.caller,
  }
  const entries: AuditEntry[] = []
  const audit: WriteContext['audit'] = async (entry) => {
    entries.push(entry)
    await writeAudit(db, by, entry)
  }
  const result = await work({ ...context, db, audit })
  if (entries.length === 0) throw new Error('The write recorded no audit row')
  await context.updateWorkItems(db, { staffId: context.staff.id, at: context.now, entries })
  return result
}

/**
 * Determines the outcome after the connection broke during COMMIT, also across a fail-over, on the new primary. Only the stored
 * reply shows it, and only while its key is free, since a COMMIT that is still under way holds the key's lock.
 */
async function outcome(db: Database, intents: readonly Intent[]): Promise<Result> {
  const giveUpAt = performance.now() + failOverWaitMs
  let underWayMs = 0
  while (intents.length > 0 && underWayMs < outcomeWaitMs && performance.now() < giveUpAt) {
    const askedAt = performance.now()
    try {
      const settled = await transact(db, async (transaction) => {
        if (!(await areFree(transaction, intents))) return null
        const reply = await findReply(transaction, intents)
        if (reply) await confirmEarlierCommits(transaction)
        return { reply }
      })
      if (settled?.reply) return { written: settled.reply, replayed: true }
      if (settled) {
        throw new HttpError(
          503,
          'unavailable',
          'The database was unavailable for a moment. Nothing was changed; please try again',
        )
      }
      underWayMs += performance.now() - askedAt + outcomeEveryMs
    } catch (error) {
      if (classifyDatabaseError(error) !== 'away') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, outcomeEveryMs))
  }
  throw new HttpError(
    503,
    'outcome_unknown',
    'The connection to the database was lost during the commit. Check whether the change was made before you try again',
  )
}
