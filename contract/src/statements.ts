import { z } from 'zod'
import { call } from './kit/call.ts'
import { day } from './kit/day.ts'
import { id } from './kit/id.ts'

/** Days for which the link in an email to a merchant works. */
export const linkDays = 7

const period = { merchantId: id('merchant'), startDate: day, endDate: day }

export const statements = {
  email: call({
    method: 'POST',
    path: '/statement/admin/email',
    permission: 'contact.write',
    effect: 'write',
    addition: true,
    summary: `Email a merchant a link to its statement, which works for ${linkDays} days; requires the permissions to read statements and the merchant`,
    body: z.strictObject(period),
    reply: z.object({ messageId: z.string() }),
  }),
  withdraw: call({
    method: 'POST',
    path: '/statement/admin/email/withdraw',
    permission: 'contact.write',
    effect: 'write',
    addition: true,
    summary: 'Withdraw the link of a statement that was emailed to a merchant; it stops working immediately',
    body: z.strictObject({ messageId: id('emailed statement') }),
    reply: z.object({}),
  }),
  download: call({
    method: 'GET',
    path: '/statement/admin/download',
    permission: 'statements.read',
    effect: 'make',
    summary:
      "Request a statement of a merchant's transactions, both days included; it is emailed to the caller when ready",
    query: z.object(period),
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
