import type { webhooks } from '@kobo/contract/webhooks'
import { resendFailedEvents } from '../../engine/webhooks/resend-event.ts'
import type { Handler } from '../../http/handler.ts'
import { conflict, unprocessable } from '../../http/http-error.ts'
import { requireInMode } from '../../http/record-in-mode.ts'

/** Sends the events of a merchant again that exhausted their retries, the oldest first. */
export const resendFailedWebhooks: Handler<typeof webhooks.resendFailed> = async ({ merchantId }, context) => {
  const { db, jobs, now } = context
  const merchant = await requireInMode(context, 'merchant', merchantId)
  const endpoint = db.selectFrom('webhook_endpoint').select('url').where('merchant_id', '=', merchant.id)
  if (!(await endpoint.executeTakeFirst())) throw unprocessable('This merchant has no webhook URL')
  const count = await resendFailedEvents(db, jobs, merchant.id, now)
  if (count === 0) throw conflict(`No webhook event of ${merchant.business_name} has exhausted its retries`)
  await context.audit({
    action: 'webhook.resend-failed',
    recordType: 'merchant',
    recordId: merchant.id,
    merchantId: merchant.id,
    after: { events: count },
  })
  return { message: `${count} webhook event${count === 1 ? ' is' : 's are'} being sent again`, data: {} }
}
