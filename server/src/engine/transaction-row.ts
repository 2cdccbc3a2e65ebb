import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../db/database.ts'
import type { Transaction as TransactionTable } from '../db/tables.ts'

/** Row of the transaction table. */
export type TransactionRow = Selectable<TransactionTable>

/** Locks transactions in the order of their ids until the commit; every status change is made under this lock. */
export async function lockTransactions(db: Transaction, ids: readonly string[]): Promise<Map<string, TransactionRow>> {
  const rows = await db
    .selectFrom('transaction')
    .selectAll()
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function lockTransaction(db: Transaction, id: string): Promise<TransactionRow | undefined> {
  return (await lockTransactions(db, [id])).get(id)
}

export async function readTransaction(db: Database, id: string): Promise<TransactionRow | undefined> {
  return await db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Sum of fee, VAT and stamp duty. */
export function chargesOf(row: Pick<TransactionRow, 'fee_kobo' | 'vat_kobo' | 'stamp_duty_kobo'>): bigint {
  return row.fee_kobo + row.vat_kobo + row.stamp_duty_kobo
}
