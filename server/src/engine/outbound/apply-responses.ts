import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { lockAccounts } from '../../ledger/lock-accounts.ts'
import { transitionTransactions } from '../../ledger/transactions.ts'
import { outcomeOf, statusOutcomeOf } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'
import { legOf } from '../legs.ts'
import { payerAccounts } from '../payer-account.ts'
import { lockTransactions, type TransactionRow } from '../transaction-row.ts'
import { logOf, type Trail, writeTrails } from '../trail.ts'
import { scheduleStatusQueries, isUnconfirmed } from './status-query.ts'
import { failPayments } from './fail-payments.ts'
import { applyLateResponse } from './late-response.ts'
import type { OutboundDeps, OutboundLeg } from './outbound-leg.ts'
import { approvedWith, outcomeUnknown, noRecord, refusedWith, statusQueried } from './outbound-messages.ts'
import { completePayments } from './complete-payments.ts'

/** A provider's response concerning one transaction. */
export interface ProviderResponse {
  transactionId: string
  exchange: Exchange
  /** What triggered it: the send, the status query with that number, a worker that resumed the job, or an operator's requery. */
  to: 'sending' | { question: number } | 'taking over' | 'operator'
}

/** `given up`: no record at the provider for too long. `not sent`: may be sent, under the same session ID. */
export type ResponseOutcome = 'approved' | 'refused' | 'given up' | 'unknown' | 'not sent' | 'nothing'

interface EvaluatedResponse extends ProviderResponse {
  leg: OutboundLeg
  row: TransactionRow
  meaning: ResponseOutcome
  /** Time since the last send, or since creation if none is logged. */
  silentMs: number
}

/**
 * Logs provider responses and applies each to the current state of its transaction. The first response to a status query
 * wins; later ones are ignored.
 */
export async function applyResponses(
  db: Transaction,
  deps: OutboundDeps,
  responses: readonly ProviderResponse[],
  at: Date,
): Promise<ResponseOutcome[]> {
  const rows = await lockTransactions(
    db,
    responses.map(({ transactionId }) => transactionId),
  )
  const sentAt = await lastSent(
    db,
    responses
      .filter(({ exchange }) => statusOutcomeOf(exchange.code) === 'no record')
      .map((response) => response.transactionId),
  )
  const evaluated = responses.map((response) =>
    evaluateResponse(response, rows.get(response.transactionId), { deps, sentAt, at }),
  )
  const applicable = evaluated.filter((response) => response !== null)
  await writeTrails(
    db,
    applicable.flatMap((response) => trailOf(response, at)),
  )
  await countStatusQueries(db, applicable)
  await applyOutcomes(db, deps, applicable, at)
  return evaluated.map((response) => response?.meaning ?? 'nothing')
}

interface EvaluationContext {
  deps: OutboundDeps
  sentAt: ReadonlyMap<string, number>
  at: Date
}

/** Returns null for a response that no longer applies. */
function evaluateResponse(
  response: ProviderResponse,
  row: TransactionRow | undefined,
  { deps, sentAt, at }: EvaluationContext,
): EvaluatedResponse | null {
  const leg = row && legOf(row)
  if (!row || !leg) return null
  const { to, exchange } = response
  const isStatusQuery = typeof to === 'object'
  if (isStatusQuery && row.questions + 1 !== to.question) return null
  if (to === 'taking over' && row.status !== 'PENDING') return null
  const outcome = to === 'sending' ? outcomeOf(exchange.code) : statusOutcomeOf(exchange.code)
  const silentMs = at.getTime() - (sentAt.get(row.id) ?? Date.parse(row.created_at))
  const seen = isStatusQuery ? { ...row, questions: to.question } : row
  const evaluation = { ...response, leg, row: seen, silentMs }
  if (outcome !== 'no record') return { ...evaluation, meaning: outcome }
  if (row.status !== 'PENDING') return { ...evaluation, meaning: 'unknown' }
  if (to === 'taking over') return { ...evaluation, meaning: 'not sent' }
  // A missing record counts as a failure only after the provider had time to write one.
  return { ...evaluation, meaning: silentMs >= deps.settings.switchSilenceMs ? 'given up' : 'unknown' }
}

/** Time of the last logged send of each transaction. */
async function lastSent(db: Transaction, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; at: string }>`
    select transaction_id as id, max(created_at) as at from payout_log
    where transaction_id = any(${ids}::uuid[]) and category = 'FUND_PENDING'
    group by transaction_id
  `.execute(db)
  return new Map(rows.map(({ id, at }) => [id, Date.parse(at)]))
}

function trailOf({ leg, row, to, exchange, meaning }: EvaluatedResponse, at: Date): Trail[] {
  if (to === 'sending') {
    // The hold stays and only status queries resolve it. A response after a final state is logged as well.
    const isLogged = meaning === 'unknown' ? isUnconfirmed(row) : row.status !== 'PENDING'
    return isLogged ? [{ transaction: row, at, entries: [outcomeUnknown(exchange)] }] : []
  }
  // Logged before the send, since the "no record" period starts at the last send.
  const resend = meaning === 'not sent' ? [{ category: 'FUND_PENDING' as const, log: {} }] : []
  return [{ transaction: row, at, entries: [statusQueried(leg.labels, exchange), ...resend] }]
}

/** Stores the query count, which makes these status queries obsolete. */
async function countStatusQueries(db: Transaction, evaluated: readonly EvaluatedResponse[]): Promise<void> {
  const queryResponses = evaluated.filter(({ to }) => typeof to === 'object')
  await transitionTransactions(
    db,
    queryResponses.map(({ row }) => ({ seen: row, more: { questions: row.questions } })),
  )
}

async function applyOutcomes(
  db: Transaction,
  deps: OutboundDeps,
  evaluated: readonly EvaluatedResponse[],
  at: Date,
): Promise<void> {
  // Status queries are logged before their consequences.
  const after = (to: ProviderResponse['to']) => (to === 'sending' ? at : new Date(at.getTime() + 1))
  const pending = evaluated.filter(({ row }) => row.status === 'PENDING')
  const approved = pending.filter(({ meaning }) => meaning === 'approved')
  const failed = pending.filter(({ meaning }) => meaning === 'refused' || meaning === 'given up')
  await scheduleStatusQueries(
    db,
    deps,
    evaluated.filter(({ meaning, to }) => meaning === 'unknown' && to !== 'operator').map(({ row }) => ({ row, at })),
  )
  // Otherwise failures lock their accounts before successes do, and two groups of responses deadlock.
  if (failed.length > 0 && approved.length > 0) {
    const payers = await payerAccounts(
      db,
      [...failed, ...approved].map(({ row }) => row),
    )
    await lockAccounts(db, [...payers.values()])
  }
  await failPayments(
    db,
    deps,
    failed.map(({ leg, row, exchange, to, meaning, silentMs }) => ({
      leg,
      row,
      code: exchange.code,
      sentence: meaning === 'refused' ? refusedWith(leg.labels, exchange.code) : noRecord(leg.labels, silentMs),
      log: logOf(exchange),
      isUnconfirmed: meaning === 'given up',
      at: after(to),
    })),
  )
  for (const { leg, row, exchange, to, meaning } of evaluated) {
    if (row.status === 'PENDING' || (meaning !== 'approved' && meaning !== 'refused')) continue
    await applyLateResponse(db, { leg, row, outcome: meaning, exchange, at: after(to) })
  }
  await completePayments(
    db,
    deps,
    approved.map(({ leg, row, exchange, to }) => {
      return { leg, row, exchange, sentence: approvedWith(leg.labels, exchange.code), at: after(to) }
    }),
  )
}
