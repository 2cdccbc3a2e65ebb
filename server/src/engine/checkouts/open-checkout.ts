import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { openVirtualAccount } from '../collections/open-virtual-account.ts'
import { countCheckout } from './count-checkouts.ts'

export interface NewCheckout {
  mode: Mode
  merchantId: string
  /** What is credited is called by it too. */
  accountName: string
  amountKobo: bigint
  /** The merchant's own, in capitals; it has no other checkout or virtual account of that name. */
  reference: string
  narration: string
  /** Null for one that can be paid for good. */
  expiresAt: Date | null
  at: Date
}

/** Opens what can be paid once, by bank on an account number of its own or by card. */
export async function openCheckout(
  db: Transaction,
  checkout: NewCheckout,
): Promise<{ id: string; accountNumber: string }> {
  const { mode, merchantId, accountName, amountKobo, reference, narration, expiresAt, at } = checkout
  const account = { mode, merchantId, walletId: null, accountName, at }
  const virtual = await openVirtualAccount(db, account, { amountKobo, reference, expiresAt })
  const id = uuidv7(at.getTime())
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
      virtual_account_id: virtual.id,
    })
    .execute()
  await countCheckout(db, { mode, merchant_id: merchantId, created_at: at }, { UNPAID: 1n })
  return { id, accountNumber: virtual.number }
}
