import type { Transaction } from '../../db/database.ts'
import { countRows } from '../../ledger/counters/count-rows.ts'
import { billScope } from '../../ledger/counters/scopes.ts'
import type { Commission, FinalState } from '../outbound/outbound-leg.ts'

/** Returns the commissions agreed when the bills were ordered. */
export async function commissionsOfBills(
  db: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Commission>> {
  const bills = await db
    .selectFrom('bill_payment')
    .select(['id', 'commission_kobo', 'commission_vat_kobo'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()
  return new Map(bills.map((bill) => [bill.id, { kobo: bill.commission_kobo, vatKobo: bill.commission_vat_kobo }]))
}

/** Copies the final status of transactions to their bills and updates the counters. */
export async function updateBills(db: Transaction, finalStates: readonly FinalState[]): Promise<void> {
  for (const status of ['SUCCESS', 'FAILED'] as const) {
    const ids = finalStates.filter((finalState) => finalState.status === status).map(({ row }) => row.id)
    if (ids.length === 0) continue
    const bills = await db
      .updateTable('bill_payment')
      .set({ status })
      .where('id', '=', (eb) => eb.fn.any(eb.val(ids)))
      .returning(['mode', 'merchant_id', 'created_at', 'category'])
      .execute()
    if (bills.length !== ids.length) throw new Error('Bill payment not found')
    await countRows(
      db,
      bills.flatMap((bill) => {
        const row = { ...bill, scope: billScope }
        const none = { n_success: 0n, success_kobo: 0n }
        return [
          { row: { ...row, type: 'PENDING' }, n: -1n, ...none },
          { row: { ...row, type: status }, n: 1n, ...none },
        ]
      }),
    )
  }
}
