import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { deactivatePaymentLink } from './checkout-status.ts'

interface Closing {
  mode: Mode
  merchantId: string
  accountNumber: string
  at: Date
}

/** Closes a virtual account, so that later payments are returned to their senders. False if the merchant has no such account. */
export async function closeVirtualAccount(db: Transaction, closing: Closing): Promise<boolean> {
  const { mode, merchantId, accountNumber, at } = closing
  const found = await db
    .selectFrom('virtual_account')
    .select(['id', 'closed_at'])
    .where('account_number', '=', accountNumber)
    .where('mode', '=', mode)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst()
  if (found?.closed_at === null) {
    await db.updateTable('virtual_account').set({ closed_at: at.toISOString() }).where('id', '=', found.id).execute()
    await deactivatePaymentLink(db, found.id, at)
  }
  return found !== undefined
}
