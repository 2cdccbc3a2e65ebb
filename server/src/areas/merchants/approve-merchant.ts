import type { merchants } from '@kobo/contract/merchants'
import type { Handler } from '../../http/handler.ts'
import { openMerchantAccount } from '../../ledger/accounts.ts'
import { decideKyc } from './decide-kyc.ts'

/** Approves a merchant's KYC: it becomes active and its wallet is opened with an account number of the provider's bank. */
export const approveMerchant: Handler<typeof merchants.approve> = async ({ merchantId, reason }, context) => {
  const merchant = await decideKyc(context, {
    id: merchantId,
    action: 'merchant.approve',
    reason: reason || null,
    set: { verified: 'ACCEPTED', status: 'ACTIVE' },
  })
  await openMerchantAccount(context.db, {
    mode: context.mode,
    merchantId: merchant.id,
    accountName: merchant.business_name,
    now: context.now,
  })
  return { message: `${merchant.business_name} was approved`, data: {} }
}
