import { z } from 'zod'
import { call } from './kit/call.ts'
import { text } from './kit/text.ts'

export const jobs = {
  revive: call({
    method: 'POST',
    path: '/admin/job/revive',
    permission: 'jobs.write',
    effect: 'write',
    addition: true,
    summary: 'Try all jobs of a kind again that exhausted their retries',
    body: z.strictObject({ kind: text(100, 'Kind is required') }),
    reply: z.object({}),
  }),
}
