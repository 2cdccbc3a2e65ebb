import type { FreezeScope } from '@kobo/contract/kit/freeze'

/** What a freeze of each scope stops, as a choice of the form. */
export const scopeChoices: Record<FreezeScope, string> = {
  MONEY_OUT: 'Money out: payouts, transfers and bills',
  REFUNDS: 'Refunds',
  COLLECTIONS: 'Collections: returned to their senders',
  CARDS: 'Card purchases',
  SETTLEMENTS: 'Settlements',
  SIGNED_CALLS: 'Signed calls of its servers',
}

const shortNames = new Map<string, string>([
  ['ALL', 'everything but refunds'],
  ['MONEY_OUT', 'money out'],
  ['REFUNDS', 'refunds'],
  ['COLLECTIONS', 'collections'],
  ['CARDS', 'card purchases'],
  ['SETTLEMENTS', 'settlements'],
  ['SIGNED_CALLS', 'signed calls'],
])

/** Lists scopes within a sentence: `money out, collections`. */
export function scopeNames(scopes: readonly string[]): string {
  return scopes.map((scope) => shortNames.get(scope) ?? scope).join(', ')
}
