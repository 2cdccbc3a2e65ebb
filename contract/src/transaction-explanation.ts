import { z } from 'zod'
import { call } from './kit/call.ts'
import { id } from './kit/id.ts'
import { ledgerLine } from './kit/ledger-line.ts'
import { nairaReply } from './kit/naira.ts'

const maybe = z.string().nullish()

const story = z.object({
  /** What happened and where the money is, in one sentence. */
  sentence: z.string(),
  /** What a merchant who asks may be answered: plain text, without words of the house. */
  reply: z.string(),
  /** What the merchant's customer may be answered, who learns nothing of the merchant's own affairs; none where there is no such person. */
  customerReply: z.object({ to: z.enum(['payer', 'recipient', 'holder', 'partner']), text: z.string() }).nullish(),
  /** Who is asked what became of it, such as `the switch`; none where nobody is. */
  other: maybe,
  /** When it is asked next, and the how manieth question that is. */
  next: z.object({ at: z.string(), number: z.number().int() }).nullish(),
  /** How often it has been asked. */
  asked: z.number().int(),
  /** What it answered, newest first, the last hundred at most. */
  answers: z.array(z.object({ id: z.string(), at: z.string(), responseCode: maybe, responseText: maybe })),
  /** What was set aside for it on customers' accounts, oldest first. */
  holds: z.array(
    z.object({
      id: z.string(),
      accountId: z.string(),
      name: maybe,
      amount: nairaReply,
      /** HELD, POSTED once the books have it, VOIDED once it was given back. */
      status: z.string(),
      createdAt: z.string(),
      endedAt: maybe,
    }),
  ),
  /** What moved for it in the books, oldest first. */
  transfers: z.array(z.object({ id: z.string(), createdAt: z.string(), kind: z.string(), lines: z.array(ledgerLine) })),
  /** What ordered it; none where it was ordered by itself. */
  origin: z.object({ batchReference: maybe, scheduleId: maybe, recurringId: maybe }).nullish(),
})

export type TransactionStory = z.infer<typeof story>

export const transactionStory = {
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
