import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import type { Handler } from '../../http/handler.ts'
import { decideUpgrade } from './decide-upgrade.ts'

/** Approves an upgrade request: the business counts as what it asked for, with the registration that it sent. */
export const approveUpgrade: Handler<typeof merchantUpgrades.approve> = async ({ upgradeId, reason }, context) => {
  const upgrade = await decideUpgrade(context, {
    upgradeId,
    status: 'APPROVED',
    action: 'merchant-upgrade.approve',
    reason: reason || null,
  })
  await context.db
    .updateTable('merchant')
    .set({ business_type: upgrade.business_type, registration_number: upgrade.registration_number })
    .where('id', '=', upgrade.merchant_id)
    .execute()
  return { message: `The upgrade of ${upgrade.business_name} was approved`, data: {} }
}
