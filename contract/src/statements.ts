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
    summary:
      "Request a statement of a merchant's transactions, both days included; it is mailed to the caller when ready",
    query: z.object({
      merchantId: id('merchant'),
      startDate: day,
      endDate: day,
    }),
    reply: z.object({
      /**
       * A PDF, or a CSV where there are too many movements for one: for a quarter of an hour, without a session. It answers 202
       * while the file is being made, and 404 once it cannot be.
       */
      statementURL: z.string(),
      /** The same movements as CSV. */
      csvURL: z.string().optional(),
      /** That the addresses give no file yet. */
      making: z.boolean().optional(),
      /** What is different about this one, for the operator. */
      note: z.string().optional(),
    }),
  }),
}
