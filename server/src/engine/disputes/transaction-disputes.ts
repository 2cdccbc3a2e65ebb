import { naira } from '@kobo/contract/kit/naira'
import type { Database } from '../../db/database.ts'

/** Returns the disputes of a transaction, newest first. */
export async function disputesOfTransaction(db: Database, transactionId: string) {
  const rows = await db
    .selectFrom('dispute')
    .select(['id', 'created_at', 'amount_kobo', 'status', 'category'])
    .where('transaction_id', '=', transactionId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, created_at: createdAt, amount_kobo, status, category }) => {
    return { id, createdAt, amount: naira(amount_kobo), status, category }
  })
}
