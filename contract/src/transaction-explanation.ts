import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { ledgerLine } from './kit/ledger-line.ts'
import { nairaReply } from './kit/naira.ts'

const maybe = z.string().nullish()

const story = z.object({
  /** Sentence saying what happened and where the money is. */
  sentence: z.string(),
  /** Suggested reply to the merchant in plain text, without internal terms. */
  reply: z.string(),
  /** Suggested reply to the merchant's customer, without the merchant's internal affairs; missing if there is no such person. */
  customerReply: z.object({ to: z.enum(['payer', 'recipient', 'holder', 'partner']), text: z.string() }).nullish(),
  /** Provider that receives the status queries, such as `the switch`; missing if none are sent. */
  other: maybe,
  /** Time and number of the next status query. */
  next: z.object({ at: z.string(), number: z.number().int() }).nullish(),
  /** Number of status queries so far. */
  asked: z.number().int(),
  /** Responses, newest first, at most 100. */
  answers: z.array(z.object({ id: z.string(), at: z.string(), responseCode: maybe, responseText: maybe })),
  /** Holds on customers' accounts, oldest first. */
  holds: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      name: maybe,
      amount: nairaReply,
      /** HELD, then POSTED to the ledger or VOIDED. */
      status: z.string(),
      createdAt: z.string(),
      endedAt: maybe,
    }),
  ),
  /** Ledger transfers, oldest first. */
  transfers: z.array(z.object({ id: z.string(), createdAt: z.string(), kind: z.string(), lines: z.array(ledgerLine) })),
  /** Batch or schedule that created it; missing if created directly. */
  origin: z.object({ batchReference: maybe, scheduleId: maybe, recurringId: maybe }).nullish(),
})

export type TransactionExplanation = z.infer<typeof story>

export const transactionExplanation = {
  tell: call({
    method: 'GET',
    path: '/transaction/story',
    permission: 'transactions.read',
    effect: 'read',
    addition: true,
    summary: 'Get the explanation of a transaction: what happened and where its money is, with its ledger entries',
    query: z.object({ transactionId: id('transaction') }),
    reply: z.object({ story }),
  }),
}
