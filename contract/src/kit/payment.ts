import { z } from 'zod'
import { nairaReply } from './naira.ts'

/** Payment to a virtual account number, credited or declined. */
export const payment = z.object({
  id: z.string(),
  createdAt: z.string(),
  status: z.string(),
  amount: nairaReply,
  senderName: z.string().nullish(),
  /** Reason for the decline. */
  reason: z.string().nullish(),
})

export type Payment = z.infer<typeof payment>

/** Number of latest payments shown. */
export const paymentsShown = 10
