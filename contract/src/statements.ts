import { z } from 'zod'
import { call } from './kit/call.ts'
import { day } from './kit/day.ts'
import { id } from './kit/id.ts'

export const statements = {
  download: call({
    method: 'GET',
    path: '/statement/admin/download',
    permission: 'statements.read',
    effect: 'make',
    summary: "A statement of a merchant's movements, ends included; it is mailed to the caller too",
    query: z.object({
      merchantId: id('merchant'),
      startDate: day,
      endDate: day,
    }),
    reply: z.object({
      /** A PDF, for a quarter of an hour, without a session. */
      statementURL: z.string(),
      /** The same movements as CSV. */
      csvURL: z.string().optional(),
    }),
  }),
}
