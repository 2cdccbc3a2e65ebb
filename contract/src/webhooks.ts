import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'

export const webhooks = {
  resendFailed: call({
    method: 'POST',
    path: '/admin/webhooks/resend',
    permission: 'payouts.write',
    effect: 'write',
    addition: true,
    summary: 'Send the webhook events of a merchant again that exhausted their retries, the oldest 1,000 first',
    body: z.strictObject({ merchantId: id('merchant') }),
    reply: z.object({}),
  }),
}
