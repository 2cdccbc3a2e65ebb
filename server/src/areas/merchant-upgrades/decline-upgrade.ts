import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import type { Handler } from '../../http/handler.ts'
import { decideUpgrade } from './decide-upgrade.ts'

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
