import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import type { Handler } from '../../http/handler.ts'
import { decideUpgrade } from './decide-upgrade.ts'

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
