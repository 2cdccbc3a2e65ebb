import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../../db/database.ts'
import { uuidv7 } from '../../uuid.ts'
import { openVirtualAccount } from '../collections/open-virtual-account.ts'
import { countCheckout } from './count-checkouts.ts'

export interface AskedPayment {
  mode: Mode
  merchantId: string
  amountKobo: bigint
  /** The merchant's own, in capitals; it has no other checkout or virtual account of that name. */
  reference: string
  /** What it is for. */
  narration: string
  at: Date
}

export interface NewCheckout extends AskedPayment {
  /** What is credited is called by it too. */
  accountName: string
  /** The sub-accounts that share the payment, in this order. */
  split?: readonly string[]
  /** Null for one that can be paid for good. */
  expiresAt: Date | null
}

/** Opens what can be paid once, by bank on an account number of its own or by card. */
export async function openCheckout(
  db: Transaction,
  { accountName, expiresAt, split = [], ...asked }: NewCheckout,
): Promise<{ id: string; accountNumber: string }> {
  const { mode, merchantId, amountKobo, reference, at } = asked
  const account = { mode, merchantId, walletId: null, accountName, split, service: 'COLLECTIONS' as const, at }
  const virtual = await openVirtualAccount(db, account, { amountKobo, reference, expiresAt })
  return { id: await recordCheckout(db, asked, virtual.id), accountNumber: virtual.number }
}

/** Writes down what is asked to be paid into a virtual account that was opened for it alone. */
export async function recordCheckout(
  db: Transaction,
  { mode, merchantId, amountKobo, reference, narration, at }: AskedPayment,
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
