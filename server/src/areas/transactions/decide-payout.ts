import { lagosTime } from '@kobo/contract/kit/day'
import type { Database } from '../../db/database.ts'
import type { ReadContext, WriteContext } from '../../http/handler.ts'
import { conflict, notFound, type HttpError, unprocessable } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { staffName } from '../../http/staff-name.ts'
import { applyResponses, type ResponseOutcome } from '../../engine/outbound/apply-responses.ts'
import { legOf } from '../../engine/legs.ts'
import type { OutboundLeg } from '../../engine/outbound/outbound-leg.ts'
import { lockTransaction, type TransactionRow } from '../../engine/transaction-row.ts'
import { describeResponseCode } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'

export interface PayoutDecision {
  transactionId: string
  reason: string
  action: 'payout.success' | 'payout.failed'
  /** What the operator wants of a payout that is pending, or queued. */
  decide(payout: Payout, context: WriteContext): Promise<{ status: 'SUCCESS' | 'FAILED'; message: string }>
}

/** A transaction that goes out, and how it does. */
export interface Payout {
  leg: OutboundLeg
  row: TransactionRow
}

/**
 * An operator's decision about what goes out: a payout, or a refund. The other side is asked first about one that is pending, and its definite
 * answer wins; of several operators one decides, and the others are told who it was.
 */
export async function decidePayout(wanted: PayoutDecision, context: ReadContext) {
  const seen = await findPayout(context.db, wanted.transactionId, context)
  // Whatever has been decided is told in the transaction, after the look for an earlier reply to the same intent.
  const { leg } = seen
  const exchange = seen.row.status === 'PENDING' ? await leg.ask(context.outside, seen.row) : null
  return async (write: WriteContext) => {
    const row = await lockTransaction(write.db, wanted.transactionId)
    if (!row) throw notFound('This transaction')
    if (row.status !== 'QUEUED' && row.status !== 'PENDING') throw await alreadyDecided(write.db, { leg, row })
    const { status, message } = await settleDecision(wanted, write, { leg, row }, exchange)
    await auditPayout(write, row, { action: wanted.action, reason: wanted.reason, status })
    return { message, data: { status } }
  }
}

async function settleDecision(wanted: PayoutDecision, write: WriteContext, payout: Payout, exchange: Exchange | null) {
  const { it, other } = payout.leg.labels
  if (payout.row.status === 'QUEUED') return await wanted.decide(payout, write)
  if (!exchange) throw conflict(`This ${it} has just been sent. Look at it again before you decide`)
  const outcome = await hearAnswer(write, payout.row, exchange)
  // What the other side says comes before what the operator says, and both happened at the same instant.
  const later = { ...write, now: new Date(write.now.getTime() + 1) }
  if (outcome === 'unknown') return await wanted.decide(payout, later)
  const status = outcome === 'approved' ? ('SUCCESS' as const) : ('FAILED' as const)
  const ended = outcome === 'approved' ? 'succeeded' : 'failed'
  const message = `${other} answered ${exchange.code} (${describeResponseCode(exchange.code)}): the ${it} ${ended}`
  return { status, message }
}

/** Writes down the other side's answer about a locked payout and moves the payout to it where it is definite. */
export async function hearAnswer(
  write: WriteContext,
  { id: transactionId }: TransactionRow,
  exchange: Exchange,
): Promise<ResponseOutcome> {
  const heard = { transactionId, exchange, to: 'operator' as const }
  const [meaning = 'nothing'] = await applyResponses(write.db, write, [heard], write.now)
  return meaning
}

/** What goes out in the operator's mode; other transactions are not decided by people. */
export async function findPayout(
  db: Database,
  transactionId: string,
  { mode }: Pick<ReadContext, 'mode'>,
): Promise<Payout> {
  const row = await requireInMode({ db, mode }, 'transaction', transactionId)
  const leg = legOf(row)
  if (!leg) throw unprocessable('Only a payout to a bank or a refund can be decided or asked for')
  return { leg, row }
}

/** The audit row of what an operator did to a payout. */
export async function auditPayout(
  { audit }: WriteContext,
  payout: TransactionRow,
  { action, reason, status }: { action: string; reason: string | undefined; status: string },
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

/** Who was faster, for the operator that comes too late. */
async function alreadyDecided(db: Database, { leg, row: payout }: Payout): Promise<HttpError> {
  const { it } = leg.labels
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
  if (!decided) return conflict(`This ${it} has already ${ended}`)
  const at = lagosTime(new Date(decided.at))
  return conflict(`${staffName(decided)} already decided this ${it} on ${at}: it ${ended}`)
}
