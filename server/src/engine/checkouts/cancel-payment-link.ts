import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { closeVirtualAccount } from '../collections/close-virtual-account.ts'

interface Cancellation {
  mode: Mode
  merchantId: string
  paymentLinkId: string
  at: Date
}

/** Cancels a payment link by closing its virtual account. Returns false if the merchant has no such link. */
export async function cancelPaymentLink(
  db: Transaction,
  { mode, merchantId, paymentLinkId, at }: Cancellation,
): Promise<boolean> {
  const found = await db
    .selectFrom('payment_link')
    .innerJoin('checkout', 'checkout.id', 'checkout_id')
    .innerJoin('virtual_account', 'virtual_account.id', 'virtual_account_id')
    .select('account_number as accountNumber')
    .where('payment_link.id', '=', paymentLinkId)
    .where('payment_link.mode', '=', mode)
    .where('payment_link.merchant_id', '=', merchantId)
    .executeTakeFirst()
  return found !== undefined && (await closeVirtualAccount(db, { mode, merchantId, ...found, at }))
}
