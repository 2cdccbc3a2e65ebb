import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import { transitionTransactions } from '../../ledger/transactions.ts'
import type { CardOutcome, CardStatusQuery } from '../../rails/acquirer.ts'
import type { Engine } from '../engine.ts'
import { lockTransaction, readTransaction } from '../transaction-row.ts'
import { type LogEntry, writeTrail } from '../trail.ts'
import { stillOpen } from './card-payment-messages.ts'
import { applyCardOutcome } from './apply-card-outcome.ts'

/** The acquirer may have no record of a payment for this long after its start. */
const unknownForMs = 10 * 60_000

/** Queries the acquirer about an open payment, at growing intervals, until it is final. */
export async function queryAcquirer(engine: Engine, job: JobKinds['card-question']): Promise<void> {
  const { transactionId: id, attempt } = job
  const { db, outside, jobs, clock } = engine
  const row = await readTransaction(db, id)
  if (row?.status !== 'PENDING') return
  const number = row.questions + 1
  // Jobs of the previous release carry no attempt number.
  if (attempt !== undefined && attempt !== number) return
  if (outside.acquirer === null) throw new RetryLaterError('No acquirer is configured')
  const response = await outside.acquirer.ask(row.reference)
  const at = clock()
  const cardOutcome = outcomeOf(response, at.getTime() - Date.parse(row.created_at))
  if (cardOutcome === 'open') await transact(db, (t) => scheduleNextQuery(t, engine, { id, number, response, at }))
  else await transact(db, (t) => applyCardOutcome(t, jobs, { id, told: cardOutcome, at }))
}

interface OpenPayment {
  id: string
  number: number
  response: CardStatusQuery
  at: Date
}

/** Counts the query and queues the next one, unless another worker has. */
async function scheduleNextQuery(
  db: Transaction,
  { jobs, delays }: Engine,
  { id, number, response, at }: OpenPayment,
): Promise<void> {
  const seen = await lockTransaction(db, id)
  if (seen?.status !== 'PENDING' || seen.questions + 1 !== number) return
  await transitionTransactions(db, [{ seen, more: { questions: number } }])
  const entry = stillOpen(response)
  if (entry.log && !(await isLogged(db, id, entry.log))) await writeTrail(db, seen, at, [entry])
  const data = { transactionId: id, merchantId: seen.merchant_id, attempt: number + 1 }
  await jobs.enqueue(db, 'card-question', data, { afterSeconds: delays.requerySeconds(number) })
}

/** True if the last logged response is the same, so that it needs no further row. */
async function isLogged(db: Transaction, id: string, { code, request, response }: LogEntry): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select (response_code, request, response)
      is not distinct from (${code ?? null}::text, ${asJson(request)}::jsonb, ${asJson(response)}::jsonb) as same
    from payout_log where transaction_id = ${id} and category = 'TRANSACTION_STATUS'
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]?.same ?? false
}

const asJson = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)

/** Outcome of the query; null if the acquirer never got to know the payment. */
function outcomeOf({ state }: CardStatusQuery, ageMs: number): CardOutcome | null | 'open' {
  if (state === null || state.outcome === 'OPEN') return 'open'
  if (state.outcome === 'UNKNOWN') return ageMs < unknownForMs ? 'open' : null
  return state
}
