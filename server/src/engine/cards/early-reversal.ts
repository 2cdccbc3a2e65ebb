import type { Transaction } from '../../db/database.ts'
import type { SchemeMessage } from './purchase-row.ts'

/** Keeps the reversal of a payment that nobody has told of yet; the caller has locked the payment. */
export async function keepEarlyReversal(
  db: Transaction,
  { mode, reference, messageId, at }: SchemeMessage,
): Promise<void> {
  await db
    .insertInto('early_reversal')
    .values({ mode, reference, message_id: messageId, at: at.toISOString() })
    .onConflict((existing) => existing.columns(['mode', 'reference']).doNothing())
    .execute()
}

/** Whether a payment was reversed before it was told of; the caller has locked the payment. */
export async function wasReversedEarly(
  db: Transaction,
  { mode, reference }: Pick<SchemeMessage, 'mode' | 'reference'>,
): Promise<boolean> {
  const early = db.selectFrom('early_reversal').select('at').where('mode', '=', mode).where('reference', '=', reference)
  return (await early.executeTakeFirst()) !== undefined
}
