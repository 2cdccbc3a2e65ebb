import type { merchants } from '@kobo/contract/merchants'
import { queueEvents } from '../../engine/webhooks/queue-events.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/** Sets a merchant active or inactive. Payments already under way are not affected. */
export const changeMerchantStatus: Handler<typeof merchants.changeStatus> = async (input, context) => {
  const { merchantId, status, reason } = input
  const merchant = await requireInMode(context, 'merchant', merchantId, { lock: true })
  const { business_name: name } = merchant
  if (merchant.status === status) throw conflict(`${name} is already ${status.toLowerCase()}`)
  if (status === 'ACTIVE' && merchant.verified !== 'ACCEPTED') {
    throw conflict(`${name} can be active only once its KYC is approved`)
  }
  await context.db.updateTable('merchant').set({ status }).where('id', '=', merchant.id).execute()
  await context.audit({
    action: statusChanged,
    recordType: 'merchant',
    recordId: merchant.id,
    merchantId: merchant.id,
    reason,
    before: { status: merchant.status },
    after: { status },
  })
  await queueEvents(context.db, context.jobs, [
    {
      mode: context.mode,
      merchantId: merchant.id,
      transactionId: null,
      kind: 'merchant.status_changed',
      data: { status, reason },
      at: context.now,
    },
  ])
  return { message: `${name} is now ${status.toLowerCase()}`, data: {} }
}

/** Audit action of a status change, from which the merchant's page shows who made the latest. */
export const statusChanged = 'merchant.change-status'
