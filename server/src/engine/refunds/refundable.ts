import type { Database } from '../../db/database.ts'
import type { TransactionRow } from '../transaction-row.ts'
import { goneBack } from './gone-back.ts'
import {
  inDoubt,
  noCollection,
  noSender,
  notEnabled,
  nothingLeft,
  notSucceeded,
  unpaidByAcquirer,
} from './refund-words.ts'

/** How much of a collection has gone back, or may. */
export interface Room {
  /** How many refunds there were, failed ones too. */
  made: number
  /** What is neither refunded nor on its way back. */
  leftKobo: bigint
  /** What of that is not free yet, since a refund of it failed without the other side's own word. */
  doubtKobo: bigint
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

/** What is left of a collection to be refunded; it holds as long as the caller has its row locked. */
export async function roomOf(db: Database, collection: TransactionRow, at: Date): Promise<Room> {
  const gone = (await goneBack(db, [collection.id], at)).get(collection.id)
  const { made, takenKobo, doubtKobo } = gone ?? { made: 0, takenKobo: 0n, doubtKobo: 0n }
  return { made, leftKobo: collection.amount_kobo - takenKobo, doubtKobo }
}

/** What stands against refunding anything of a transaction, whatever the amount; null where nothing does. */
export async function hindranceOf(
  db: Database,
  row: TransactionRow,
  { leftKobo, doubtKobo }: Room,
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
  return leftKobo <= doubtKobo ? { code: 'conflict', sentence: inDoubt(doubtKobo) } : null
}
