import type { Transaction } from '@kobo/server/db/database'
import { legOf } from '@kobo/server/engine/legs'
import { failPayments } from '@kobo/server/engine/outbound/fail-payments'
import type { KnownName, OutboundDeps } from '@kobo/server/engine/outbound/outbound-leg'
import { approvedWith, refusedWith } from '@kobo/server/engine/outbound/outbound-messages'
import { holdFunds } from '@kobo/server/engine/outbound/hold-funds'
import { completePayments } from '@kobo/server/engine/outbound/complete-payments'
import { lockTransaction, type TransactionRow } from '@kobo/server/engine/transaction-row'
import { logOf } from '@kobo/server/engine/trail'
import type { Jobs } from '@kobo/server/jobs/jobs'
import { usualDelays } from '@kobo/server/rails/retry-delays'
import { newSessionId } from '@kobo/server/rails/session-id'
import type { Exchange } from '@kobo/server/rails/switch'
import { named, sent } from './history/exchanges.ts'
import type { Random } from './random.ts'

/** Discards jobs: completed payments need none, and open ones are requeued by the sweep once a server runs. */
export const nobody: Jobs = {
  enqueue: async () => {},
  enqueueAll: async () => {},
  work: async () => {},
  stop: async () => {},
}
const deps: OutboundDeps = { jobs: nobody, delays: usualDelays, settings: { switchSilenceMs: 0 } }

/** Status that a past outbound payment has reached. */
export type PastEnd = 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED'

/** Advances a queued payment to its status as the engine does; no webhooks are sent for the past. */
export async function advancePayment(
  db: Transaction,
  random: Random,
  { transactionId, becomes, at }: { transactionId: string; becomes: PastEnd; at: Date },
): Promise<void> {
  if (becomes === 'QUEUED') return
  const queued = await lockTransaction(db, transactionId)
  const legOfRow = queued && legOf(queued)
  if (!queued || !legOfRow) throw new Error(`Transaction ${transactionId} not found`)
  const leg = { ...legOfRow, webhooks: null }
  const isCard = leg.nameEnquiry === null
  const route = isCard ? null : ('NIP' as const)
  const name = nameOf(random, queued, { isCard, at })
  const sessionId = newSessionId(at, Number(random.digits(12)))
  const [row] = await holdFunds(db, deps, [{ transactionId, sessionId, route, name }], later(at, 800))
  if (!row) throw new Error(`Money should have been held for ${queued.reference}`)
  if (becomes === 'PENDING') return
  const code = becomes === 'SUCCESS' ? '00' : '57'
  const exchange = isCard ? byAcquirer(row, code) : sent(row, code)
  const common = { leg, row, at: later(at, 2100) }
  if (becomes === 'SUCCESS') {
    await completePayments(db, deps, [{ ...common, exchange, sentence: approvedWith(leg.labels, code) }])
  } else {
    const sentence = refusedWith(leg.labels, code)
    await failPayments(db, deps, [{ ...common, code, sentence, log: logOf(exchange), isUnconfirmed: false }])
  }
}

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

function nameOf(random: Random, row: TransactionRow, { isCard, at }: { isCard: boolean; at: Date }): KnownName {
  const accountName = row.beneficiary_name ?? ''
  if (isCard) return { accountName, namedAt: null }
  const enquiry = newSessionId(at, Number(random.digits(12)))
  return { answer: named({ ...row, route: 'NIP' }, enquiry, accountName.toUpperCase()) }
}

function byAcquirer({ reference, amount_kobo }: TransactionRow, code: string): Exchange {
  const request = { reference, amountKobo: String(amount_kobo) }
  return { code, request, response: { reference, responseCode: code }, problem: null }
}
