import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { personal } from './kit/personal.ts'

export const decisions = {
  recipients: call({
    method: 'GET',
    path: '/admin/decision/recipients',
    permission: 'merchants.read',
    effect: 'read',
    addition: true,
    summary: 'Get whom a decision about a merchant notifies',
    query: z.object({ merchantId: id('merchant') }),
    reply: z.object({
      businessName: z.string(),
      email: personal('email'),
      /** Address of the owner, if it is not that of the merchant. */
      ownerEmail: personal('email'),
      hasWebhook: z.boolean(),
    }),
  }),
}
