import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import type { Handler } from '../../http/handler.ts'
import { decideUpgrade } from './decide-upgrade.ts'

/** Declines an upgrade request. */
export const declineUpgrade: Handler<typeof merchantUpgrades.decline> = async ({ upgradeId, reason }, context) => {
  const upgrade = await decideUpgrade(context, {
    upgradeId,
    status: 'DECLINED',
    action: 'merchant-upgrade.decline',
    reason,
  })
  return { message: `The upgrade of ${upgrade.business_name} was declined`, data: {} }
}
