import { naira } from '@kobo/contract/kit/naira'
import { type Payment, paymentsShown } from '@kobo/contract/kit/payment'
import type { Database } from '../../db/database.ts'

/** Returns the newest payments to a virtual account, including declined ones with their reason. */
export async function recentPayments(db: Database, mode: string, accountNumber: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('transaction')
    .select(['id', 'created_at', 'status', 'amount_kobo', 'originator_name', 'alert'])
    .where('beneficiary_number', '=', accountNumber)
    .where('payment_method', 'is not', null)
    .where('mode', '=', mode)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(paymentsShown)
    .execute()
  return rows.map(({ id, created_at: createdAt, status, amount_kobo, originator_name: senderName, alert: reason }) => {
    return { id, createdAt, status, amount: naira(amount_kobo), senderName, reason }
  })
}

/** Display name of a payment method. */
export function methodName(paymentMethod: string | null): string | null {
  return paymentMethod && (paymentMethod === 'CARD' ? 'Card' : 'Bank')
}
