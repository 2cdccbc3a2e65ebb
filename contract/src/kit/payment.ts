import { z } from 'zod'
import { nairaReply } from './naira.ts'

/** A payment that came on an account number, or was declined there. */
export const payment = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.string(),
  amount: nairaReply,
  senderName: z.string().nullish(),
  /** Why it was declined. */
  reason: z.string().nullish(),
})

export type Payment = z.infer<typeof payment>

/** The newest payments first, at most so many. */
export const paymentsShown = 10
