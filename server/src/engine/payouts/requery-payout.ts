import type { Database, Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { type Outcome, responseWords, statusOutcomeOf } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'
import type { Engine } from '../engine.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import type { Outside } from '../../rails/outside.ts'
import { questionsLane } from '../../rails/lanes.ts'
import { inLanes } from '../in-lanes.ts'
import { logOf, writeTrail } from '../trail.ts'
import { applyAnswer } from './apply-answer.ts'
import { lockPayout, type Payout, readPayout, routeOf } from './payout.ts'

/** Asks the switch about a payout whose outcome is open, until it tells. */
export async function requeryPayout(engine: Engine, { transactionId, attempt }: JobKinds['requery']): Promise<void> {
  const payout = await readPayout(engine.db, transactionId)
  if (!payout || !isOpen(payout)) return
  const exchange = await inLanes(engine.lanes, [laneOf(payout)], async (permit) => {
    const answer = await askStatus(engine.outside, payout)
    permit.leave(answer.code === null ? 'silent' : 'answered')
    return answer
  })
  await transact(engine.db, async (db) => {
    const at = engine.clock()
    const locked = await lockPayout(db, transactionId)
    if (!locked) return
    const outcome = await noteStatus(db, locked, exchange, { at, silenceMs: engine.settings.switchSilenceMs })
    if (outcome === 'approved' || outcome === 'refused') {
      await applyAnswer(db, engine.jobs, locked, { outcome, exchange, at: new Date(at.getTime() + 1) })
    } else if (locked.status === 'PENDING' || (isOpen(locked) && attempt < questionsAboutFailed)) {
      await askAgainLater(engine, db, locked, attempt + 1)
    }
  })
}

/** Some hours of questions. */
const questionsAboutFailed = 40

/** Whether the switch may still tell something: it has not told, also where an operator has decided that it failed. */
export function isOpen({ status, response_code }: Pick<Payout, 'status' | 'response_code'>): boolean {
  return status === 'PENDING' || (status === 'FAILED' && response_code === null)
}

/** What the switch says about a payout now. */
export async function askStatus(outside: Pick<Outside, 'switch'>, payout: Payout): Promise<Exchange> {
  const { session_id: sessionId } = payout
  if (outside.switch === null || sessionId === null) {
    const problem = sessionId === null ? 'never sent' : 'not configured'
    return { code: null, request: { sessionId }, response: null, problem }
  }
  return await outside.switch.status(routeOf(payout), { sessionId })
}

/** Writes down what the switch said about a locked payout, and tells what it means. */
export async function noteStatus(
  db: Transaction,
  payout: Payout,
  exchange: Exchange,
  { at, silenceMs }: { at: Date; silenceMs: number },
): Promise<Outcome> {
  const said = exchange.code === null ? responseWords(null) : `${responseWords(exchange.code)} (${exchange.code})`
  const sentence = `The switch was asked: ${said}`
  const outcome = statusOutcomeOf(exchange.code)
  const means = outcome === 'no record' ? await meaningOfNoRecord(db, payout, at, silenceMs) : outcome
  await writeTrail(db, payout, at, [{ category: 'TRANSACTION_STATUS', log: logOf(exchange), sentence }])
  return means
}

const laneOf = (payout: Payout) => questionsLane(routeOf(payout), payout.beneficiary_bank_code ?? '')

/** Queues the next question; a job that runs twice queues it once. */
export async function askAgainLater(engine: Engine, db: Transaction, payout: Payout, attempt: number) {
  const { id: transactionId, merchant_id: merchantId } = payout
  const afterSeconds = engine.delays.requerySeconds(attempt)
  const options = { afterSeconds, key: `${transactionId} ${attempt}`, lanes: [laneOf(payout)] }
  await engine.jobs.enqueue(db, 'requery', { transactionId, merchantId, attempt }, options)
}

/** A pending payout whose worker died may have been sent: asks first. */
export async function resumePayout(engine: Engine, seen: Payout): Promise<'send again' | 'nothing'> {
  const exchange = await askStatus(engine.outside, seen)
  const outcome = statusOutcomeOf(exchange.code)
  return await transact(engine.db, async (db) => {
    const at = engine.clock()
    const after = new Date(at.getTime() + 1)
    const payout = await lockPayout(db, seen.id)
    if (payout?.status !== 'PENDING') return 'nothing'
    const sentence = `The switch was asked: ${responseWords(exchange.code)}`
    await writeTrail(db, payout, at, [{ category: 'TRANSACTION_STATUS', log: logOf(exchange), sentence }])
    if (outcome === 'no record') {
      // Written before it is sent, since "no record" counts from the last time that it was.
      await writeTrail(db, payout, after, [{ category: 'FUND_PENDING', log: {} }])
      return 'send again'
    }
    if (outcome === 'unknown') await askAgainLater(engine, db, payout, 1)
    else await applyAnswer(db, engine.jobs, payout, { outcome, exchange, at: after })
    return 'nothing'
  })
}

/** That the switch has no record is a refusal only when it has had the time to write one. */
async function meaningOfNoRecord(db: Database, payout: Payout, at: Date, silenceMs: number): Promise<Outcome> {
  if (payout.status !== 'PENDING') return 'unknown'
  const lastSent = await db
    .selectFrom('payout_log')
    .select('created_at')
    .where('transaction_id', '=', payout.id)
    .where('category', '=', 'FUND_PENDING')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  const since = Date.parse(lastSent?.created_at ?? payout.created_at)
  return at.getTime() - since >= silenceMs ? 'refused' : 'unknown'
}
