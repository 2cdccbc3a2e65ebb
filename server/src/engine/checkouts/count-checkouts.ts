import type { Transaction } from '../../db/database.ts'
import { countTypes } from '../../ledger/counters/count-rows.ts'
import { checkoutScope, every, paymentLinkScope } from '../../ledger/counters/scopes.ts'

interface Row {
  mode: string
  merchant_id: string
  created_at: string | Date
}

/** Counts checkouts that are opened, and those that are paid. */
export async function countCheckout(
  db: Transaction,
  row: Row,
  change: { UNPAID: bigint; PAID?: bigint },
): Promise<void> {
  await countTypes(db, { ...row, scope: checkoutScope, category: every }, change)
}

/** Counts payment links that are made, and those that take no payment any more. */
export async function countPaymentLink(
  db: Transaction,
  row: Row,
  change: { ACTIVE: bigint; INACTIVE?: bigint },
): Promise<void> {
  await countTypes(db, { ...row, scope: paymentLinkScope, category: every }, change)
}
