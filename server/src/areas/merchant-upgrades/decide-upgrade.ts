import { upgradeApprovalNotice, upgradeDeclineNotice } from '@kobo/contract/kit/decision-notice'
import type { Selectable } from 'kysely'
import type { merchantUpgrades } from '@kobo/contract/merchant-upgrades'
import type { Merchant, MerchantUpgrade } from '../../db/tables.ts'
import { type DecisionEvent, notifyOfDecision } from '../../engine/decisions/notify-of-decision.ts'
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

/** Decides an upgrade request and notifies the merchant. Returns it and its merchant as they were before. */
async function decideUpgrade(
  context: WriteContext,
  decision: Decision<'merchant_upgrade'>,
  event: Pick<DecisionEvent, 'kind' | 'data' | 'notice'>,
): Promise<{ request: Selectable<MerchantUpgrade>; merchant: Selectable<Merchant> }> {
  const isApproved = decision.set.status === 'APPROVED'
  return await decideOnce(context, upgradeRequests, decision, async (request) => {
    const merchant = await requireInMode(context, 'merchant', request.merchant_id)
    const { business_type: businessType, registration_number: registrationNumber } = isApproved ? request : merchant
    const notified = await notifyOfDecision(context, {
      ...event,
      merchantId: merchant.id,
      recordId: request.id,
      data: {
        upgradeId: request.id,
        businessType: request.business_type,
        registrationNumber: request.registration_number,
        ...event.data,
      },
    })
    const { business_type: previousType, registration_number: previousNumber } = merchant
    return {
      request,
      merchant,
      before: { businessType: previousType, registrationNumber: previousNumber, notified: null },
      after: { businessType, registrationNumber, notified },
    }
  })
}

/** Approves an upgrade request. The merchant takes the requested business type and the submitted registration. */
export const approveUpgrade: Handler<typeof merchantUpgrades.approve> = async ({ upgradeId, reason }, context) => {
  const { request, merchant } = await decideUpgrade(
    context,
    { id: upgradeId, action: 'merchant-upgrade.approve', reason: reason || null, set: { status: 'APPROVED' } },
    { kind: 'merchant.upgrade_approved', data: {}, notice: ({ businessName }) => upgradeApprovalNotice(businessName) },
  )
  await context.db
    .updateTable('merchant')
    .set({ business_type: request.business_type, registration_number: request.registration_number })
    .where('id', '=', merchant.id)
    .execute()
  return { message: `The upgrade of ${merchant.business_name} was approved`, data: {} }
}

/** Declines an upgrade request. */
export const declineUpgrade: Handler<typeof merchantUpgrades.decline> = async ({ upgradeId, reason }, context) => {
  const { merchant } = await decideUpgrade(
    context,
    { id: upgradeId, action: 'merchant-upgrade.decline', reason, set: { status: 'DECLINED' } },
    {
      kind: 'merchant.upgrade_declined',
      data: { reason },
      notice: ({ businessName }) => upgradeDeclineNotice(businessName, reason),
    },
  )
  return { message: `The upgrade of ${merchant.business_name} was declined`, data: {} }
}
