import { randomBytes } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { countPaymentLink } from './count-checkouts.ts'
import { type NewCheckout, openCheckout } from './open-checkout.ts'

export interface NewPaymentLink extends Omit<NewCheckout, 'narration' | 'expiresAt'> {
  /** What it is for, as the payer reads it. */
  description: string
}

const codeBytes = 12

/** Makes a public address at which one payment is taken, until it is paid or taken back. */
export async function openPaymentLink(
  db: Transaction,
  { description, ...link }: NewPaymentLink,
  code = randomBytes(codeBytes).toString('base64url'),
): Promise<{ id: string; code: string; checkoutId: string; accountNumber: string }> {
  const { mode, merchantId, at } = link
  const checkout = await openCheckout(db, { ...link, narration: description, expiresAt: null })
  const id = uuidv7(at.getTime())
  await db
    .insertInto('payment_link')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      created_at: at.toISOString(),
      checkout_id: checkout.id,
      code,
      description,
    })
    .execute()
  await countPaymentLink(db, { mode, merchant_id: merchantId, created_at: at }, { ACTIVE: 1n })
  return { id, code, checkoutId: checkout.id, accountNumber: checkout.accountNumber }
}
