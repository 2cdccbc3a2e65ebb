import type { Selectable } from 'kysely'
import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import type { Merchant, MerchantUpgrade } from '../../db/tables.ts'
import { type Decidable, decideOnce, type Decision } from '../../http/decide-once.ts'
import type { Handler, WriteContext } from '../../http/handler.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

const upgradeRequests: Decidable<'merchant_upgrade'> = {
  table: 'merchant_upgrade',
  called: 'upgrade request',
  isOpen: (request) => request.decided_at === null,
  decision: ({ status }) => (status === 'APPROVED' ? 'approved' : 'declined'),
  merchantId: (request) => request.merchant_id,
}

/** Decides an upgrade request. Returns it and its merchant as they were before. */
async function decideUpgrade(
  context: WriteContext,
  decision: Decision<'merchant_upgrade'>,
): Promise<{ request: Selectable<MerchantUpgrade>; merchant: Selectable<Merchant> }> {
  const isApproved = decision.set.status === 'APPROVED'
  return await decideOnce(context, upgradeRequests, decision, async (request) => {
    const merchant = await requireInMode(context, 'merchant', request.merchant_id)
    const { business_type: businessType, registration_number: registrationNumber } = isApproved ? request : merchant
    return {
      request,
      merchant,
      before: { businessType: merchant.business_type, registrationNumber: merchant.registration_number },
      after: { businessType, registrationNumber },
    }
  })
}

/** Approves an upgrade request. The merchant takes the requested business type and the submitted registration. */
export const approveUpgrade: Handler<typeof merchantUpgrades.approve> = async ({ upgradeId, reason }, context) => {
  const { request, merchant } = await decideUpgrade(context, {
    id: upgradeId,
    action: 'merchant-upgrade.approve',
    reason: reason || null,
    set: { status: 'APPROVED' },
  })
  await context.db
    .updateTable('merchant')
    .set({ business_type: request.business_type, registration_number: request.registration_number })
    .where('id', '=', merchant.id)
    .execute()
  return { message: `The upgrade of ${merchant.business_name} was approved`, data: {} }
}

/** Declines an upgrade request. */
export const declineUpgrade: Handler<typeof merchantUpgrades.decline> = async ({ upgradeId, reason }, context) => {
  const { merchant } = await decideUpgrade(context, {
    id: upgradeId,
    action: 'merchant-upgrade.decline',
    reason,
    set: { status: 'DECLINED' },
  })
  return { message: `The upgrade of ${merchant.business_name} was declined`, data: {} }
}
