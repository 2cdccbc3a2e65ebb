import type { Call } from '@kobo/contract/kit/call'
import type { Database, Transaction } from '../db/database.ts'
import { databaseFault } from '../db/faults.ts'
import { type AuditAuthor, writeAudit } from './audit.ts'
import type { ReadContext, WriteContext, Written } from './handler.ts'
import { findReply, keepReply, type Intent } from './idempotency.ts'
import { Refusal } from './refusal.ts'

const attempts = 4
const outcomeWaitMs = 4_000

type Result = { written: Written<Call>; replayed: boolean }

/**
 * Runs a write in one transaction: earlier reply to the same intent, the handler, its audit rows, the kept reply.
 * Serialization failures and deadlocks are tried again.
 */
export async function runWrite(
  context: ReadContext,
  intent: Intent | null,
  handler: (context: WriteContext) => Promise<Written<Call>>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    let committing = false
    try {
      return await context.db.transaction().execute(async (db) => {
        const result = await inTransaction(db, context, intent, handler)
        committing = true
        return result
      })
    } catch (error) {
      const fault = databaseFault(error)
      if (fault === 'retry' && attempt < attempts) continue
      if (fault === 'away' && committing) return await outcome(context.db, intent)
      throw error
    }
  }
}

async function inTransaction(
  db: Transaction,
  context: ReadContext,
  intent: Intent | null,
  handler: (context: WriteContext) => Promise<Written<Call>>,
): Promise<Result> {
  if (intent) {
    const earlier = await findReply(db, intent, 'lock')
    if (earlier) return { written: earlier, replayed: true }
  }
  const by: AuditAuthor = {
    staffId: context.staff.id,
    sessionId: context.sessionId,
    mode: context.mode,
    requestId: context.requestId,
    at: context.now,
  }
  let audited = 0
  const written = await handler({
    ...context,
    db,
    audit: async (entry) => {
      audited += 1
      await writeAudit(db, by, entry)
    },
  })
  if (audited === 0) throw new Error('A write left no audit row')
  if (intent && !written.secret) await keepReply(db, intent, written, context.now)
  return { written, replayed: false }
}

/** The connection broke during COMMIT: only the kept reply tells whether it happened. */
async function outcome(db: Database, intent: Intent | null): Promise<Result> {
  const until = Date.now() + outcomeWaitMs
  while (intent && Date.now() < until) {
    try {
      const earlier = await findReply(db, intent, 'look')
      if (earlier) return { written: earlier, replayed: true }
      throw new Refusal(503, 'unavailable', 'The database was away for a moment. Nothing was changed; please try again')
    } catch (error) {
      if (databaseFault(error) !== 'away') throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
  throw new Refusal(
    503,
    'outcome_unknown',
    'The database went away at the last moment. Check whether the change is there before you try again',
  )
}
