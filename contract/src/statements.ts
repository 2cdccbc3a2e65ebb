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
      "Request a statement of a merchant's transactions, both days included; it is emailed to the caller when ready",
    query: z.object({
      merchantId: id('merchant'),
      startDate: day,
      endDate: day,
    }),
    reply: z.object({
      /**
       * URL valid for 15 minutes without a session: a PDF, or a CSV if there are too many movements. Returns 202 while the file
       * is being generated and 404 if that failed.
       */
      statementURL: z.string(),
      /** URL of the same movements as CSV. */
      csvURL: z.string().optional(),
      /** Whether the file is still being generated. */
      making: z.boolean().optional(),
      /** Remark about this statement for the operator. */
      note: z.string().optional(),
    }),
  }),
}
