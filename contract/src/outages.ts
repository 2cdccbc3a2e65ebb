import { z } from 'zod'
import { call } from './kit/call.ts'

const trouble = z.object({
  /** `bank`: payouts to it; `questions`: status queries about them; `receiver`: webhooks to a merchant's server. */
  kind: z.enum(['bank', 'questions', 'receiver']),
  /** Name of the bank, or host of the receiver. */
  name: z.string(),
  /** Payment switch through which the bank is reached. */
  route: z.string().nullable(),
  /** `open` is an open circuit breaker: only an occasional probe is sent. */
  state: z.enum(['open', 'slow']),
  /** Time since when there has been no response. */
  since: z.string(),
  /** Number of our servers that observe the outage. */
  servers: z.number(),
  /** Number of queued payouts, status queries or webhooks. */
  waiting: z.number(),
})

export type Outages = z.infer<typeof trouble>

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
