import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { FinalState } from '../outbound/outbound-leg.ts'

/** Sets batch items to the final status of their payouts; payouts outside batches match no item. */
export async function updateBatchItems(db: Transaction, finalStates: readonly FinalState[]): Promise<void> {
  await sql`
    update bulk_item set status = finished.status, problem = finished.problem
    from unnest(
      ${finalStates.map(({ row }) => row.id)}::uuid[],
      ${finalStates.map(({ row }) => row.merchant_id)}::uuid[],
      ${finalStates.map(({ status }) => status)}::text[],
      ${finalStates.map(({ problem }) => problem)}::text[]
    ) as finished (id, merchant_id, status, problem)
    where bulk_item.transaction_id = finished.id and bulk_item.merchant_id = finished.merchant_id
  `.execute(db)
}
