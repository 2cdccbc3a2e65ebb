import { lagosDay } from '@kobo/contract/kit/day'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Transaction } from '../db/database.ts'
import type { Transaction as TransactionTable } from '../db/tables.ts'
import { uuidv7 } from '../uuid.ts'

export type TransactionStatus = 'QUEUED' | 'PENDING' | 'SUCCESS' | 'FAILED' | 'DECLINED'

type Counted = Pick<
  Selectable<TransactionTable>,
  'mode' | 'scope' | 'merchant_id' | 'type' | 'category' | 'created_at' | 'amount_kobo'
>

/** Writes a transaction that is seen and counted from this commit on. */
export async function recordTransaction(db: Transaction, row: Insertable<TransactionTable>): Promise<void> {
  await db.insertInto('transaction').values(row).execute()
  await count(db, row, 1n, row.status === 'SUCCESS' ? 1n : 0n)
}

/**
 * Takes a transaction, whose row the caller has locked, to another status. False: it is no longer in the status that
 * the caller saw, and nothing was done.
 */
export async function moveTransaction(
  db: Transaction,
  seen: Counted & { id: string; status: string },
  to: TransactionStatus,
  more: Pick<
    Updateable<TransactionTable>,
    'paid_at' | 'response_code' | 'alert' | 'session_id' | 'route' | 'beneficiary_name'
  > = {},
): Promise<boolean> {
  const moved = await db
    .updateTable('transaction')
    .set({ status: to, ...more })
    .where('id', '=', seen.id)
    .where('status', '=', seen.status)
    .executeTakeFirst()
  if (moved.numUpdatedRows === 0n) return false
  if (to === 'SUCCESS' && seen.status !== to) await count(db, seen, 0n, 1n)
  return true
}

/** What the counting tables have yet to take up. */
async function count(db: Transaction, row: Counted, n: bigint, success: bigint): Promise<void> {
  if (n === 0n && success === 0n) return
  const { mode, scope, merchant_id, type, category } = row
  await db
    .insertInto('count_delta')
    .values({
      id: uuidv7(),
      mode,
      scope,
      merchant_id,
      type,
      category,
      day: lagosDay(new Date(row.created_at)),
      n,
      n_success: success,
      success_kobo: success * row.amount_kobo,
    })
    .execute()
}
