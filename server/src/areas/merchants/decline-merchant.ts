import type { merchants } from '@kobo/contract/merchants'
import type { Handler } from '../../http/handler.ts'
import { decideKyc } from './decide-kyc.ts'

/** Declines a merchant's KYC, which may be submitted again. */
export const declineMerchant: Handler<typeof merchants.decline> = async ({ merchantId, reason }, context) => {
  const merchant = await decideKyc(context, {
    id: merchantId,
    action: 'merchant.decline',
    reason,
    set: { verified: 'REJECTED', status: 'INACTIVE' },
  })
  return { message: `${merchant.business_name} was declined`, data: {} }
}
