import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '../db/database.ts'
import { idAt } from './id-at.ts'
import { ownAccount } from './payouts.ts'

/** Inserts a settlement that failed before it was sent and returns its id. */
export async function aFailedSettlement(t: Transaction, mode: Mode, merchantId: string, at: Date): Promise<string> {
  const id = idAt(at)
  await t
    .insertInto('settlement')
    .values({
      id,
      mode,
      merchant_id: merchantId,
      account_id: (await ownAccount(t, merchantId)).id,
      created_at: at.toISOString(),
      category: 'MERCHANT_SETTLEMENT',
      status: 'FAILED',
      amount_kobo: 250_000n,
      reason: 'The merchant has no settlement account',
    })
    .execute()
  return id
}
