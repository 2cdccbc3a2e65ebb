import { lagosTime } from '@kobo/contract/kit/day'
import type { AuditEntry } from '../../db/audit.ts'
import type { Database } from '../../db/database.ts'
import type { ReadContext, WriteContext } from '../../http/handler.ts'
import { conflict, notFound, type HttpError, unprocessable } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { staffName } from '../../http/display.ts'
import { applyResponses, type ResponseOutcome } from '../../engine/outbound/apply-responses.ts'
import { legOf } from '../../engine/legs.ts'
import type { OutboundLeg } from '../../engine/outbound/outbound-leg.ts'
import { lockTransaction, type TransactionRow } from '../../engine/transaction-row.ts'
import { describeResponseCode } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'
import { requireWithinLimit } from '../team/limits.ts'

export interface PayoutDecision {
  transactionId: string
  reason: string
  action: 'payout.success' | 'payout.failed'
  /** Applies the operator's decision to a payout that is PENDING or QUEUED. */
  decide(payout: Payout, context: WriteContext): Promise<{ status: 'SUCCESS' | 'FAILED'; message: string }>
}

/** Outbound payment with its leg. */
export interface Payout {
  leg: OutboundLeg
  row: TransactionRow
}

/**
 * Decides an outbound payment, a payout or a refund, for an operator. A pending one is queried at the provider first and a
 * definite response wins. Of several operators one decides, and the others receive a conflict that names that operator.
 */
export async function decidePayout(decision: PayoutDecision, context: ReadContext) {
  const payout = await findPayout(context.db, decision.transactionId, context)
  requireWithinLimit(context.staff, 'payouts.decide', payout.row.amount_kobo)
  // A payment that is already decided is rejected in the transaction, after the idempotency check.
  const { leg } = payout
  const response = payout.row.status === 'PENDING' ? await leg.ask(context.outside, payout.row) : null
  return async (writeContext: WriteContext) => {
    const row = await lockTransaction(writeContext.db, decision.transactionId)
    if (!row) throw notFound('This transaction')
    if (row.status !== 'QUEUED' && row.status !== 'PENDING') throw await alreadyDecided(writeContext.db, { leg, row })
    const { status, message } = await settleDecision(decision, writeContext, { leg, row }, response)
    await auditPayout(writeContext, row, { action: decision.action, reason: decision.reason, status })
    return { message, data: { status } }
  }
}

async function settleDecision(
  decision: PayoutDecision,
  writeContext: WriteContext,
  payout: Payout,
  response: Exchange | null,
) {
  const { it: paymentName, other: provider } = payout.leg.labels
  if (payout.row.status === 'QUEUED') return await decision.decide(payout, writeContext)
  if (!response) throw conflict(`This ${paymentName} has just been sent. Check it again before you decide`)
  const outcome = await applyResponse(writeContext, payout.row, response)
  // The provider's response precedes the operator's decision, although both happen at the same instant.
  const laterContext = { ...writeContext, now: new Date(writeContext.now.getTime() + 1) }
  if (outcome === 'unknown') return await decision.decide(payout, laterContext)
  const status = outcome === 'approved' ? ('SUCCESS' as const) : ('FAILED' as const)
  const ended = outcome === 'approved' ? 'succeeded' : 'failed'
  const message = `${provider} responded ${response.code} (${describeResponseCode(response.code)}): the ${paymentName} ${ended}`
  return { status, message }
}

/** Logs the provider's response to a locked payout and applies it if it is definite. */
export async function applyResponse(
  writeContext: WriteContext,
  { id: transactionId }: TransactionRow,
  response: Exchange,
): Promise<ResponseOutcome> {
  const report = { transactionId, exchange: response, to: 'operator' as const }
  const [outcome = 'nothing'] = await applyResponses(writeContext.db, writeContext, [report], writeContext.now)
  return outcome
}

/** Returns an outbound payment of the operator's mode. Operators cannot decide other transactions. */
export async function findPayout(
  db: Database,
  transactionId: string,
  { mode }: Pick<ReadContext, 'mode'>,
): Promise<Payout> {
  const row = await requireInMode({ db, mode }, 'transaction', transactionId)
  const leg = legOf(row)
  if (!leg) throw unprocessable('Only bank payouts and refunds can be marked or requeried')
  return { leg, row }
}

/** Writes the audit row of an operator's action on a payout. */
export async function auditPayout(
  { audit }: WriteContext,
  payout: TransactionRow,
  { action, reason, status }: { action: AuditEntry['action']; reason: string | undefined; status: string },
): Promise<void> {
  await audit({
    action,
    recordType: 'transaction',
    recordId: payout.id,
    merchantId: payout.merchant_id,
    before: { status: payout.status },
    after: { status },
    reason,
  })
}

/** Returns the conflict for the later operator, which names the one who decided first. */
async function alreadyDecided(db: Database, { leg, row: payout }: Payout): Promise<HttpError> {
  const { it: paymentName } = leg.labels
  const ended = payout.status === 'SUCCESS' ? 'succeeded' : 'failed'
  const decided = await db
    .selectFrom('audit')
    .innerJoin('staff', 'staff.id', 'audit.staff_id')
    .select(['staff.first_name', 'staff.last_name', 'audit.at', 'audit.action'])
    .where('record_type', '=', 'transaction')
    .where('record_id', '=', payout.id)
    .where('action', 'in', ['payout.success', 'payout.failed'])
    .orderBy('audit.at', 'desc')
    .executeTakeFirst()
  if (!decided) return conflict(`This ${paymentName} has already ${ended}`)
  const at = lagosTime(new Date(decided.at))
  return conflict(`${staffName(decided)} already decided this ${paymentName} on ${at}: it ${ended}`)
}
