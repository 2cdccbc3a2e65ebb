import { lagosTime } from '@kobo/contract/kit/day'
import type { Database } from '../../db/database.ts'
import type { ReadContext, WriteContext } from '../../http/handler.ts'
import { conflict, notFound, type Refusal, refused } from '../../http/refusal.ts'
import { recordInMode } from '../../http/record-in-mode.ts'
import { staffName } from '../../http/staff-name.ts'
import { hearAll, type Meaning } from '../../engine/outbound/hear.ts'
import { legOf } from '../../engine/legs.ts'
import { payoutLeg } from '../../engine/payouts/payout-leg.ts'
import { lockTransaction, type TransactionRow } from '../../engine/transaction-row.ts'
import { responseWords } from '../../rails/response-codes.ts'
import type { Exchange } from '../../rails/switch.ts'

export interface PayoutDecision {
  transactionId: string
  reason: string
  action: 'payout.success' | 'payout.failed'
  /** What the operator wants of a payout that is pending, or queued. */
  decide(payout: TransactionRow, context: WriteContext): Promise<{ status: 'SUCCESS' | 'FAILED'; message: string }>
}

/**
 * An operator's decision about a payout. The switch is asked first about one that is pending, and a definite answer of
 * the switch wins; of several operators one decides, and the others are told who it was.
 */
export async function decidePayout(wanted: PayoutDecision, context: ReadContext) {
  const seen = await findPayout(context.db, wanted.transactionId, context)
  // Whatever has been decided is told in the transaction, after the look for an earlier reply to the same intent.
  const exchange = seen.status === 'PENDING' ? await payoutLeg.ask(context.outside, seen) : null
  return async (write: WriteContext) => {
    const payout = await lockTransaction(write.db, wanted.transactionId)
    if (!payout) throw notFound('This transaction')
    if (payout.status !== 'QUEUED' && payout.status !== 'PENDING') throw await alreadyDecided(write.db, payout)
    const { status, message } = await settleDecision(wanted, write, payout, exchange)
    await auditPayout(write, payout, { action: wanted.action, reason: wanted.reason, status })
    return { message, data: { status } }
  }
}

async function settleDecision(
  wanted: PayoutDecision,
  write: WriteContext,
  payout: TransactionRow,
  exchange: Exchange | null,
) {
  if (payout.status === 'QUEUED') return await wanted.decide(payout, write)
  if (!exchange) throw conflict('This payout has just been sent. Look at it again before you decide')
  const outcome = await hearSwitch(write, payout, exchange)
  // What the switch says comes before what the operator says, and both happened at the same instant.
  const later = { ...write, now: new Date(write.now.getTime() + 1) }
  if (outcome === 'unknown') return await wanted.decide(payout, later)
  const status = outcome === 'approved' ? ('SUCCESS' as const) : ('FAILED' as const)
  const ended = outcome === 'approved' ? 'succeeded' : 'failed'
  const message = `The switch answered ${exchange.code} (${responseWords(exchange.code)}): the payout ${ended}`
  return { status, message }
}

/** Writes down the switch's answer about a locked payout and moves the payout to it where it is definite. */
export async function hearSwitch(
  write: WriteContext,
  { id: transactionId }: TransactionRow,
  exchange: Exchange,
): Promise<Meaning> {
  const heard = { transactionId, exchange, to: 'operator' as const }
  const [meaning = 'nothing'] = await hearAll(write.db, write, [heard], write.now)
  return meaning
}

/** A payout of the operator's mode; other transactions are not decided by people. */
export async function findPayout(db: Database, transactionId: string, { mode }: Pick<ReadContext, 'mode'>) {
  const payout = await recordInMode({ db, mode }, 'transaction', transactionId)
  if (legOf(payout) !== payoutLeg) {
    throw refused('Only a payout to a bank can be decided or asked for')
  }
  return payout
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
async function alreadyDecided(db: Database, payout: TransactionRow): Promise<Refusal> {
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
  if (!decided) return conflict(`This payout has already ${ended}`)
  const at = lagosTime(new Date(decided.at))
  return conflict(`${staffName(decided)} already decided this payout on ${at}: it ${ended}`)
}
