import { z } from 'zod'

/**
 * What a freeze can stop: payouts, transfers and bills (MONEY_OUT), refunds, payments that arrive (COLLECTIONS), purchases with
 * issued cards (CARDS), settlements, and the calls that the merchant signs.
 */
export const freezeScopes = ['MONEY_OUT', 'REFUNDS', 'COLLECTIONS', 'CARDS', 'SETTLEMENTS', 'SIGNED_CALLS'] as const

export type FreezeScope = (typeof freezeScopes)[number]

export const freezableKinds = ['MERCHANT', 'WALLET', 'CHILD', 'STORE', 'SUBACCOUNT'] as const

export type FreezableKind = (typeof freezableKinds)[number]

/** Scopes that apply to each kind of record. */
export const scopesOfKind: Record<FreezableKind, readonly FreezeScope[]> = {
  MERCHANT: freezeScopes,
  WALLET: ['MONEY_OUT', 'REFUNDS', 'COLLECTIONS', 'CARDS'],
  CHILD: ['MONEY_OUT', 'REFUNDS', 'COLLECTIONS'],
  STORE: ['MONEY_OUT', 'COLLECTIONS'],
  SUBACCOUNT: ['SETTLEMENTS'],
}

/** Scopes of ALL: refunds are a right of payers, so they stop only if they are named. */
export function allScopes(kind: FreezableKind): FreezeScope[] {
  return scopesOfKind[kind].filter((scope) => scope !== 'REFUNDS')
}

/** A freeze in force, or one that is over. */
export const freeze = z.object({
  id: z.string(),
  /** What is frozen: the merchant, or one of its wallets, child accounts, stores or sub-accounts. */
  kind: z.string(),
  merchantId: z.string(),
  businessName: z.string().nullish(),
  /** Frozen account; missing if it is the merchant. */
  accountId: z.string().nullish(),
  /** Wallet of the frozen account, if it has one. */
  walletId: z.string().nullish(),
  /** Name of the merchant or the account's holder. */
  name: z.string().nullish(),
  scopes: z.array(z.string()),
  startedAt: z.string(),
  /** Instant at which it ends by itself, if any. */
  until: z.string().nullish(),
  reason: z.string().nullish(),
  frozenBy: z.string().nullish(),
  /** Null while it is in force. */
  endedAt: z.string().nullish(),
  /** Null if it ended by itself. */
  endedBy: z.string().nullish(),
  endReason: z.string().nullish(),
})

export type Freeze = z.infer<typeof freeze>

const stopped: Record<FreezeScope, string> = {
  MONEY_OUT: 'payouts, transfers and bill payments',
  REFUNDS: 'refunds',
  COLLECTIONS: 'payments to you, which are returned to their senders',
  CARDS: 'purchases with your cards',
  SETTLEMENTS: 'settlements',
  SIGNED_CALLS: 'calls of your servers',
}

export interface FreezeNotice {
  /** Names of the frozen record and of its merchant. */
  name: string
  businessName: string
  scopes: readonly string[]
  /** Lagos time at which it ends by itself, if any. */
  until: string | null
  /** Whether payments that wait are cancelled instead of continuing afterwards. */
  cancelsWaiting: boolean
}

/** Email to a merchant about a freeze. It omits the reason, which may concern an investigation. */
export function freezeNotice(notice: FreezeNotice): { subject: string; text: string } {
  const { name, businessName, scopes, until, cancelsWaiting } = notice
  const items = scopes.map((scope) => `- ${isScope(scope) ? stopped[scope] : scope}`)
  return {
    subject: `${name} is frozen`,
    text: [
      `Hello ${businessName},`,
      '',
      `${name} was frozen. Until the freeze is lifted, these are stopped:`,
      ...items,
      '',
      cancelsWaiting
        ? 'What was already sent runs to completion. Payments that are not sent yet are cancelled.'
        : 'What was already sent runs to completion. Payments that wait continue afterwards.',
      until === null ? 'We will notify you when the freeze is lifted.' : `The freeze ends on ${until} at the latest.`,
      'Reply to this email if you have questions.',
    ].join('\n'),
  }
}

/** Email to a merchant whose freeze is over. */
export function unfreezeNotice({ name, businessName }: Pick<FreezeNotice, 'name' | 'businessName'>) {
  return {
    subject: `${name} is no longer frozen`,
    text: `Hello ${businessName},\n\nThe freeze of ${name} is over. Payments that waited continue now.`,
  }
}

function isScope(scope: string): scope is FreezeScope {
  return freezeScopes.some((known) => known === scope)
}
