import { disputeEnds } from '@kobo/contract/kit/dispute-transitions'
import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { refundTotals } from './refund-totals.ts'
import {
  disputed,
  inDoubt,
  noCollection,
  noSender,
  notEnabled,
  nothingLeft,
  notSucceeded,
  unpaidByAcquirer,
} from './refund-messages.ts'

/** How much of a collection has gone back, or may. */
export interface RefundableAmount {
  /** How many refunds there were, failed ones too. */
  made: number
  /** What is neither refunded nor on its way back. */
  leftKobo: bigint
  /** What of that is not free yet, since a refund of it failed without the other side's own word. */
  doubtKobo: bigint
  /** What of it disputes keep for themselves, whether there was money to hold or not. */
  disputedKobo: bigint
}

/** Why nothing of a collection can be refunded now; `conflict` passes by itself. */
export interface Hindrance {
  code: 'refused' | 'conflict'
  sentence: string
}

/** Whether a transaction is money that came in from outside. */
export function isCollection({ type, category }: Pick<TransactionRow, 'type' | 'category'>): boolean {
  return type === 'CREDIT' && (category === 'BANK_FUNDING' || category === 'CARD_PAYMENT')
}

/** What is left of a collection to be refunded, for all or for one dispute; it holds as long as the caller has its row locked. */
export async function refundableAmount(
  db: Database,
  collection: TransactionRow,
  at: Date,
  { besides }: { besides?: string } = {},
): Promise<RefundableAmount> {
  const gone = (await refundTotals(db, [collection.id], at)).get(collection.id)
  const { made, takenKobo, doubtKobo } = gone ?? { made: 0, takenKobo: 0n, doubtKobo: 0n }
  const disputedKobo = await disputedOf(db, collection.id, besides ?? null)
  return { made, leftKobo: collection.amount_kobo - takenKobo, doubtKobo, disputedKobo }
}

/** What a dispute that is open is about, and what one holds whose refund has failed. */
async function disputedOf(db: Database, transactionId: string, besides: string | null): Promise<bigint> {
  const { rows } = await sql<{ amount: bigint }>`
    select (case when dispute.status = 'RESOLVED' then hold.amount_kobo else dispute.amount_kobo end) as amount
    from dispute left join hold on hold.dispute_id = dispute.id and hold.status = 'HELD'
    where dispute.transaction_id = ${transactionId} and dispute.id is distinct from ${besides}
      and (dispute.status not in (${sql.join(disputeEnds)}) or hold.id is not null)
  `.execute(db)
  return rows.reduce((sum, { amount }) => sum + amount, 0n)
}

/** What stands against refunding anything of a transaction, whatever the amount; null where nothing does. */
export async function refundBlocker(
  db: Database,
  row: TransactionRow,
  { leftKobo, doubtKobo, disputedKobo }: RefundableAmount,
  { isOwed = false }: { isOwed?: boolean } = {},
): Promise<Hindrance | null> {
  const refused = (sentence: string) => ({ code: 'refused' as const, sentence })
  if (!isCollection(row)) return refused(noCollection)
  if (row.status !== 'SUCCESS') return refused(notSucceeded)
  const merchant = await db
    .selectFrom('merchant')
    .select(['business_name', 'is_refund_enabled'])
    .where('id', '=', row.merchant_id)
    .executeTakeFirstOrThrow()
  if (!merchant.is_refund_enabled && !isOwed) return refused(notEnabled(merchant.business_name))
  if (row.category === 'CARD_PAYMENT') {
    const payment = await db
      .selectFrom('card_payment')
      .select('acquirer_payment_id')
      .where('transaction_id', '=', row.id)
      .executeTakeFirst()
    if (!payment?.acquirer_payment_id) return refused(unpaidByAcquirer)
  } else if (row.originator_number === null || row.originator_bank_code === null) return refused(noSender)
  if (leftKobo <= 0n) return refused(nothingLeft)
  if (leftKobo <= disputedKobo) return refused(disputed(0n, disputedKobo))
  return leftKobo <= doubtKobo ? { code: 'conflict', sentence: inDoubt(doubtKobo) } : null
}
