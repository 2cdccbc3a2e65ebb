import { z } from 'zod'
import { nairaReply } from './naira.ts'

/** Kinds of accounts whose balance a lien can block: the merchant's own account, and those that hold its customers' money. */
export const lienKinds = ['MERCHANT', 'WALLET', 'CHILD', 'STORE', 'SUBACCOUNT'] as const

export type LienKind = (typeof lienKinds)[number]

/** Most liens that one account can have at a time. */
export const mostOpenLiens = 100

/** A lien in force, or one that is over. */
export const lien = z.object({
  id: z.string(),
  /** Kind of the account. */
  kind: z.string(),
  merchantId: z.string(),
  businessName: z.string().nullish(),
  accountId: z.string(),
  /** Wallet of the account, if it has one. */
  walletId: z.string().nullish(),
  accountNumber: z.string().nullish(),
  /** Name of the account's holder. */
  name: z.string().nullish(),
  amount: nairaReply,
  /** Part of the amount that is held now; the rest is held as funds arrive. */
  held: nairaReply,
  createdAt: z.string(),
  /** Instant at which it ends by itself, if any. */
  until: z.string().nullish(),
  reason: z.string().nullish(),
  placedBy: z.string().nullish(),
  /** Null while it is in force. */
  endedAt: z.string().nullish(),
  /** Null if it ended by itself. */
  endedBy: z.string().nullish(),
  endReason: z.string().nullish(),
})

export type Lien = z.infer<typeof lien>

export interface LienNotice {
  /** Names of the account's holder and of its merchant. */
  name: string
  businessName: string
  /** Amount as people read it: `₦50,000.00`. */
  amount: string
  /** Lagos time at which it ends by itself, if any. */
  until: string | null
}

/** Email to a merchant about a lien. It omits the reason, which may concern an investigation. */
export function lienNotice({ name, businessName, amount, until }: LienNotice): { subject: string; text: string } {
  return {
    subject: `${amount} of ${name} is blocked`,
    text: [
      `Hello ${businessName},`,
      '',
      `We placed a lien of ${amount} on the balance of ${name}. This amount cannot be spent until the lien is released.`,
      'What is not available now is held as funds arrive.',
      until === null ? 'We will notify you when the lien is released.' : `The lien ends on ${until} at the latest.`,
      'Reply to this email if you have questions.',
    ].join('\n'),
  }
}

/** Email to a merchant whose lien is over. */
export function lienReleaseNotice({ name, businessName, amount }: Omit<LienNotice, 'until'>) {
  return {
    subject: `${amount} of ${name} is no longer blocked`,
    text: `Hello ${businessName},\n\nThe lien of ${amount} on the balance of ${name} is over. What it held is available again.`,
  }
}
