import { z } from 'zod'
import { nairaReply } from './naira.ts'

const maybe = z.string().nullish()

/** What one account gained or lost by a transfer. */
export const ledgerLine = z.object({
  accountId: z.string(),
  name: maybe,
  accountNumber: maybe,
  direction: z.string(),
  amount: nairaReply,
})
