import type { merchants } from '@kobo/contract/merchants'
import type { Handler } from '../../http/handler.ts'
import { unprocessable } from '../../http/http-error.ts'
import { openMerchantAccount } from '../../ledger/accounts.ts'
import type { Transaction } from '../../db/database.ts'
import { decideKyc } from './decide-kyc.ts'

/**
 * Approves a merchant's KYC, activates it and opens its wallet with an account number of the provider's bank. If the owner is
 * on the watch list, a reason is required.
 */
export const approveMerchant: Handler<typeof merchants.approve> = async ({ merchantId, reason }, context) => {
  const merchant = await decideKyc(context, {
    id: merchantId,
    action: 'merchant.approve',
    reason: reason || null,
    set: { verified: 'ACCEPTED', status: 'ACTIVE' },
  })
  if (!reason && (await isWatched(context.db, merchant.bvn))) {
    throw unprocessable('The BVN of the owner is on the watch list. Give a reason to approve this merchant', {
      reason: 'Reason is required',
    })
  }
  await openMerchantAccount(context.db, {
    mode: context.mode,
    merchantId: merchant.id,
    accountName: merchant.business_name,
    now: context.now,
  })
  return { message: `${merchant.business_name} was approved`, data: {} }
}

async function isWatched(db: Transaction, bvn: string | null): Promise<boolean> {
  if (bvn === null) return false
  const found = await db.selectFrom('bvn_record').select('watch_listed').where('bvn', '=', bvn).executeTakeFirst()
  return found?.watch_listed ?? false
}
