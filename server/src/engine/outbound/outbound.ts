import { sql } from 'kysely'
import { transact } from '../../db/transact.ts'
import type { JobKinds } from '../../jobs/job-kinds.ts'
import { RetryLaterError } from '../../jobs/job-errors.ts'
import { describeResponseCode, nameOutcomeOf } from '../../rails/response-codes.ts'
import type { Permit } from '../../rails/lanes.ts'
import { newSessionId } from '../../rails/session-id.ts'
import type { Engine } from '../engine.ts'
import { withLanes } from '../with-lanes.ts'
import { legOf } from '../legs.ts'
import { routeOf } from '../switch-route.ts'
import { readTransaction, type TransactionRow } from '../transaction-row.ts'
import { isUnconfirmed } from './status-query.ts'
import { createBatcher, readMomentMs } from '../batcher.ts'
import { type ProviderResponse, applyResponses } from './apply-responses.ts'
import type { KnownName, OutboundLeg } from './outbound-leg.ts'
import { type HoldRequest, holdFunds } from './hold-funds.ts'

/** Validity of an account name from the bank: within it no new name enquiry is made. */
export const nameLastsMs = 15 * 60_000
const maxTimedOut = 10_000

export interface Outbound {
  /**
   * Carries a queued payment to its provider. A crashed run is resumed from the stored state: a payment that may have
   * been sent is queried first, and resent only as the same payment.
   */
  work(job: JobKinds['payout']): Promise<void>
  /** Queries the provider about an unconfirmed payment. */
  ask(job: JobKinds['requery']): Promise<void>
}

/** Processes each payment independently, but batches the concurrent database work of several payments. */
export function openOutbound(engine: Engine): Outbound {
  const { db, outside, lanes, clock } = engine
  const keyOf = ({ transactionId }: { transactionId: string }) => transactionId
  const read = createBatcher((requests: readonly { transactionId: string }[]) => readWithRoutes(engine, requests), {
    name: 'read payments',
    keyOf,
    momentMs: readMomentMs,
  })
  const placeHold = createBatcher(
    (requests: readonly HoldRequest[]) => transact(db, (t) => holdFunds(t, engine, requests, clock())),
    { name: 'hold funds', keyOf },
  )
  const applyResponse = createBatcher(
    (responses: readonly ProviderResponse[]) => transact(db, (t) => applyResponses(t, engine, responses, clock())),
    { name: 'apply responses', keyOf },
  )

  /** Payments whose name enquiry timed out before: another timeout is no further evidence against their bank's lane. */
  const timedOut = new Set<string>()
  function recordTimeout(transactionId: string, permit: Permit): void {
    permit.leave(timedOut.has(transactionId) ? 'unused' : 'silent')
    if (timedOut.size < maxTimedOut) timedOut.add(transactionId)
  }

  async function send(leg: OutboundLeg, row: TransactionRow, permit: Permit): Promise<void> {
    const exchange = await leg.send(outside, row)
    permit.leave(exchange.code === null ? 'silent' : 'answered')
    await applyResponse({ transactionId: row.id, exchange, to: 'sending' })
  }

  async function processPayment(leg: OutboundLeg, row: TransactionRow, named: string | undefined, permit: Permit) {
    const { id: transactionId } = row
    if (row.status === 'PENDING') {
      const exchange = await leg.ask(outside, row)
      const meaning = await applyResponse({ transactionId, exchange, to: 'taking over' })
      if (meaning === 'not sent') await send(leg, row, permit)
    } else if (row.status === 'QUEUED') {
      const name = await resolveName(engine, leg, row, { named, onTimeout: () => recordTimeout(transactionId, permit) })
      timedOut.delete(transactionId)
      const sessionId = row.session_id ?? newSessionId(clock())
      const pending = await placeHold({ transactionId, sessionId, route: leg.nameEnquiry && routeOf(row), name })
      if (pending) await send(leg, pending, permit)
    }
  }

  return {
    async work({ transactionId, named }) {
      const row = await read({ transactionId })
      const leg = row && legOf(row)
      if (!row || !leg || (row.status !== 'QUEUED' && row.status !== 'PENDING')) return
      await withLanes(lanes, leg.lanes(row).sending, (permit) => processPayment(leg, row, named, permit))
    },
    async ask({ transactionId, attempt }) {
      const row = await readTransaction(db, transactionId)
      const leg = row && legOf(row)
      if (!row || !leg || !isUnconfirmed(row) || row.questions + 1 !== attempt) return
      const exchange = await withLanes(lanes, leg.lanes(row).asking, async (permit) => {
        const response = await leg.ask(outside, row)
        permit.leave(response.code === null ? 'silent' : 'answered')
        return response
      })
      await applyResponse({ transactionId, exchange, to: { question: attempt } })
    },
  }
}

/** Reads transactions in the order requested. Those without a route are assigned the mode's current one. */
async function readWithRoutes(
  { db }: Engine,
  requests: readonly { transactionId: string }[],
): Promise<(TransactionRow | undefined)[]> {
  const rows = await db
    .selectFrom('transaction')
    .innerJoin('transfer_route as chosen', 'chosen.mode', 'transaction.mode')
    .selectAll('transaction')
    .select(sql<string>`coalesce(transaction.route, chosen.route)`.as('route'))
    .where('id', '=', (eb) => eb.fn.any(eb.val(requests.map(({ transactionId }) => transactionId))))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return requests.map(({ transactionId }) => byId.get(transactionId))
}

/** Uses the name verified within `nameLastsMs`, if any; otherwise makes a name enquiry. */
async function resolveName(
  { outside, clock }: Engine,
  leg: OutboundLeg,
  row: TransactionRow,
  { named, onTimeout }: { named: string | undefined; onTimeout: () => void },
): Promise<KnownName> {
  if (leg.nameEnquiry === null) return { accountName: row.beneficiary_name ?? '', namedAt: null }
  const isFresh = named !== undefined && clock().getTime() - Date.parse(named) < nameLastsMs
  if (isFresh && row.beneficiary_name) return { accountName: row.beneficiary_name, namedAt: named }
  const response = await leg.nameEnquiry(outside, row, clock())
  if (response.code === null) onTimeout()
  if (nameOutcomeOf(response.code) === 'unknown') {
    // Nothing has been sent, so the job can be retried.
    throw new RetryLaterError(
      `Name enquiry for ${row.reference}: ${response.problem ?? describeResponseCode(response.code)}`,
    )
  }
  return { answer: response }
}
