import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { openVirtualAccount } from '../collections/open-virtual-account.ts'
import { countCheckout } from '../collections/checkout-status.ts'

export interface PaymentRequest {
  mode: Mode
  merchantId: string
  amountKobo: bigint
  /** The merchant's reference in capitals, unique among its checkouts and virtual accounts. */
  reference: string
  /** Purpose of the payment. */
  narration: string
  at: Date
}

export interface NewCheckout extends PaymentRequest {
  /** Name of the virtual account. */
  accountName: string
  /** Subaccounts that share the payment, in this order. */
  split?: readonly string[]
  /** Null if the checkout never expires. */
  expiresAt: Date | null
}

/** Opens a checkout that accepts one payment, by bank transfer to its own virtual account or by card. */
export async function openCheckout(
  db: Transaction,
  { accountName, expiresAt, split = [], ...payment }: NewCheckout,
): Promise<{ id: string; accountNumber: string }> {
  const { mode, merchantId, amountKobo, reference, at } = payment
  const account = { mode, merchantId, walletId: null, accountName, split, service: 'COLLECTIONS' as const, at }
  const virtual = await openVirtualAccount(db, account, { amountKobo, reference, expiresAt })
  return { id: await recordCheckout(db, payment, virtual.id), accountNumber: virtual.number }
}

/** Records a checkout on a virtual account that was opened for it alone. */
export async function recordCheckout(
  db: Transaction,
  { mode, merchantId, amountKobo, reference, narration, at }: PaymentRequest,
  virtualAccountId: string,
  id = uuidv7(at.getTime()),
): Promise<string> {
  await db
    .insertInto('checkout')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      created_at: at.toISOString(),
      reference,
      amount_kobo: amountKobo,
      narration,
      virtual_account_id: virtualAccountId,
    })
    .execute()
  await countCheckout(db, { mode, merchant_id: merchantId, created_at: at }, { UNPAID: 1n })
  return id
}
