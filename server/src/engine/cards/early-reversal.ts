import type { Transaction } from '../../db/database.ts'
import type { SchemeMessage } from './purchase-row.ts'

/** Stores the reversal of a purchase that is not known yet; the caller holds the purchase's lock. */
export async function recordEarlyReversal(
  db: Transaction,
  { mode, reference, messageId, at }: SchemeMessage,
): Promise<void> {
  await db
    .insertInto('early_reversal')
    .values({ mode, reference, message_id: messageId, at: at.toISOString() })
    .onConflict((existing) => existing.columns(['mode', 'reference']).doNothing())
    .execute()
}

/** True if the purchase was reversed before its first message; the caller holds the purchase's lock. */
export async function wasReversedEarly(
  db: Transaction,
  { mode, reference }: Pick<SchemeMessage, 'mode' | 'reference'>,
): Promise<boolean> {
  const early = db.selectFrom('early_reversal').select('at').where('mode', '=', mode).where('reference', '=', reference)
  return (await early.executeTakeFirst()) !== undefined
}
