import type { Transaction } from '../../db/database.ts'
import { countTypes } from '../../ledger/counters/count-rows.ts'
import { checkoutScope, every, paymentLinkScope } from '../../ledger/counters/scopes.ts'

interface Row {
  mode: string
  merchant_id: string
  created_at: string | Date
}

/** Updates the counters of unpaid and paid checkouts. */
export async function countCheckout(
  db: Transaction,
  row: Row,
  change: { UNPAID: bigint; PAID?: bigint },
): Promise<void> {
  await countTypes(db, { ...row, scope: checkoutScope, category: every }, change)
}

/** Updates the counters of active and inactive payment links. */
export async function countPaymentLink(
  db: Transaction,
  row: Row,
  change: { ACTIVE: bigint; INACTIVE?: bigint },
): Promise<void> {
  await countTypes(db, { ...row, scope: paymentLinkScope, category: every }, change)
}
