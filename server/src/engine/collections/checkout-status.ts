import type { Transaction } from '../../db/database.ts'
import { countTypes } from '../../ledger/counters/count-rows.ts'
import { checkoutScope, every, paymentLinkScope } from '../../ledger/counters/scopes.ts'

/** Marks a checkout as paid and deactivates its link; the caller has locked the virtual account. */
export async function markCheckoutPaid(
  db: Transaction,
  virtualAccountId: string,
  { transactionId, at }: { transactionId: string; at: Date },
): Promise<void> {
  const paid = await db
    .updateTable('checkout')
    .set({ paid_at: at.toISOString(), transaction_id: transactionId })
    .where('virtual_account_id', '=', virtualAccountId)
    .where('paid_at', 'is', null)
    .returning(['mode', 'merchant_id', 'created_at'])
    .executeTakeFirst()
  if (!paid) return
  await countCheckout(db, paid, { UNPAID: -1n, PAID: 1n })
  await deactivatePaymentLink(db, virtualAccountId, at)
}

/** Deactivates the payment link, if any, of a virtual account's checkout; the caller has locked the account. */
export async function deactivatePaymentLink(db: Transaction, virtualAccountId: string, at: Date): Promise<void> {
  const ended = await db
    .updateTable('payment_link')
    .from('checkout')
    .set({ inactive_at: at.toISOString() })
    .whereRef('checkout.id', '=', 'checkout_id')
    .where('virtual_account_id', '=', virtualAccountId)
    .where('inactive_at', 'is', null)
    .returning(['payment_link.mode', 'payment_link.merchant_id', 'payment_link.created_at'])
    .executeTakeFirst()
  if (ended) await countPaymentLink(db, ended, { ACTIVE: -1n, INACTIVE: 1n })
}

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
