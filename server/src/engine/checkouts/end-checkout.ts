import type { Transaction } from '../../db/database.ts'
import { countCheckout, countPaymentLink } from './count-checkouts.ts'

/** Notes the payment that a checkout took, whose virtual account the caller has locked; its link takes no other. */
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

/** Ends the link, where there is one, of the checkout that is paid into a virtual account, which the caller has locked. */
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
