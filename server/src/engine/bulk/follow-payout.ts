import type { Transaction } from '../../db/database.ts'
import type { Payout } from '../payouts/payout.ts'

/** Takes the item of a batch, where a payout comes from one, to the payout's end. */
export async function followPayout(
  db: Transaction,
  payout: Pick<Payout, 'id' | 'merchant_id'>,
  end: { status: 'SUCCESS' } | { status: 'FAILED'; problem: string },
): Promise<void> {
  await db
    .updateTable('bulk_item')
    .set(end)
    .where('transaction_id', '=', payout.id)
    .where('merchant_id', '=', payout.merchant_id)
    .execute()
}
