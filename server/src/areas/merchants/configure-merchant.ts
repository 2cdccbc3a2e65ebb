import { type MerchantFlag, type merchants, merchantFlags } from '@kobo/contract/merchants'
import { requireService } from '../../engine/service-status.ts'
import type { Handler } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'
import { unprocessable } from '../../http/http-error.ts'

const columns = {
  isRefundEnabled: 'is_refund_enabled',
  autoInstantSettlement: 'auto_instant_settlement',
  autoSettlement: 'auto_settlement',
  isConsentFormApproved: 'is_consent_form_approved',
  isAgencyNetworkConsentFormApproved: 'is_agency_network_consent_form_approved',
  enableSameBVNOrPhoneNumberForWalletCreation: 'enable_same_bvn_or_phone_number_for_wallet_creation',
} as const satisfies Record<MerchantFlag, string>

/** Changes exactly one flag of a merchant. */
export const configureMerchant: Handler<typeof merchants.configure> = async (
  { merchantId, reason, ...fields },
  context,
) => {
  const unknown = Object.keys(fields).find((name) => !merchantFlags.some((flag) => flag === name))
  if (unknown !== undefined) {
    throw unprocessable(`Unknown setting: ${unknown.slice(0, 60)}`, {
      [unknown.slice(0, 60)]: 'Unknown setting',
    })
  }
  const [flag, ...more] = merchantFlags.filter((name) => fields[name] !== undefined)
  if (flag === undefined || more.length > 0) throw unprocessable('Change exactly one setting at a time')
  const value = fields[flag] === true
  const column = columns[flag]
  if (flag === 'isAgencyNetworkConsentFormApproved' && value) {
    await requireService(context.db, context.mode, 'AGENCY_BANKING')
  }
  const before = await requireInMode(context, 'merchant', merchantId, { lock: true })
  await context.db
    .updateTable('merchant')
    .set({ [column]: value })
    .where('id', '=', before.id)
    .execute()
  await context.audit({
    action: 'merchant.configure',
    recordType: 'merchant',
    recordId: before.id,
    merchantId: before.id,
    before: { [flag]: before[column] },
    after: { [flag]: value },
    reason: reason === '' ? undefined : reason,
  })
  return { message: `${before.business_name} was updated`, data: {} }
}
