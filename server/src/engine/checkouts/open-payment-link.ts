import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { countPaymentLink } from '../collections/checkout-status.ts'
import { type PaymentRequest, type NewCheckout, openCheckout } from './open-checkout.ts'

export interface NewPaymentLink extends Omit<NewCheckout, 'narration' | 'expiresAt'> {
  /** Purpose of the payment, shown to the payer. */
  description: string
}

const codeBytes = 12

/** Opens a payment link: a public URL that takes one payment and is active until it is paid or cancelled. */
export async function openPaymentLink(
  db: Transaction,
  { description, ...link }: NewPaymentLink,
): Promise<{ id: string; code: string; accountNumber: string }> {
  const payment = { ...link, narration: description }
  const checkout = await openCheckout(db, { ...payment, expiresAt: null })
  return { ...(await recordPaymentLink(db, payment, checkout.id)), accountNumber: checkout.accountNumber }
}

/** Records the payment link of a checkout, which has at most one. */
export async function recordPaymentLink(
  db: Transaction,
  { mode, merchantId, narration, at }: PaymentRequest,
  checkoutId: string,
  { id, code } = { id: uuidv7(at.getTime()), code: randomBytes(codeBytes).toString('base64url') },
): Promise<{ id: string; code: string }> {
  await db
    .insertInto('payment_link')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      created_at: at.toISOString(),
      checkout_id: checkoutId,
      code,
      description: narration,
    })
    .execute()
  await countPaymentLink(db, { mode, merchant_id: merchantId, created_at: at }, { ACTIVE: 1n })
  return { id, code }
}
