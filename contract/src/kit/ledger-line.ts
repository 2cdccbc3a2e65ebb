import { z } from 'zod'
import { nairaReply } from './naira.ts'

const maybe = z.string().nullish()

/** Amount by which a transfer changed one account. */
export const ledgerLine = z.object({
  accountId: z.string(),
  name: maybe,
  accountNumber: maybe,
  direction: z.string(),
  amount: nairaReply,
})
