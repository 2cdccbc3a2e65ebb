import { z } from 'zod'
import { call } from './kit/call.ts'

const trouble = z.object({
  /** `bank`: payouts to it; `questions`: what became of them; `receiver`: webhooks to a merchant's server. */
  kind: z.enum(['bank', 'questions', 'receiver']),
  /** The bank's name, or the receiver's host. */
  name: z.string(),
  /** The switch that the bank is reached through. */
  route: z.string().nullable(),
  /** Open: nothing is sent but now and then a probe. */
  state: z.enum(['open', 'slow']),
  /** The instant since which it has not answered. */
  since: z.string(),
  /** How many of our servers see it so. */
  servers: z.number(),
  /** How many payouts, questions or webhooks wait for it. */
  waiting: z.number(),
})

export type OutsideTrouble = z.infer<typeof trouble>

export const outside = {
  trouble: call({
    method: 'GET',
    path: '/admin/outside',
    permission: 'payouts.read',
    effect: 'read',
    summary:
      'List the providers and webhook receivers that do not respond, since when, and the number of items waiting for each',
    addition: true,
    reply: z.object({ trouble: z.array(trouble) }),
  }),
}
