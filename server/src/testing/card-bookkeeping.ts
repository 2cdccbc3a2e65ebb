import type { Transaction } from '../db/database.ts'
import { authorisePurchase } from '../engine/cards/authorise-purchase.ts'
import type { CardRow } from '../engine/cards/card-status.ts'
import { clearPurchase } from '../engine/cards/clear-purchase.ts'
import { expirePurchase } from '../engine/cards/release-authorisation.ts'
import type { PurchaseRow } from '../engine/cards/purchase-row.ts'
import { reversePurchase } from '../engine/cards/reverse-purchase.ts'
import { collect } from './ledger-fixtures.ts'
import type { CustomerAccount } from './customer-accounts.ts'
import { someCards, schemeMessage } from './issued-cards.ts'

const at = new Date('2026-03-04T10:00:00Z')
const afterwards = new Date('2026-03-11T10:00:00Z')

/**
 * Outcomes of a card payment of 1,000 naira. COVERED clears above the balance, LATE clears after expiry, FORCED although it was
 * declined.
 */
export const spentOutcomes = [
  'AUTHORISED',
  'DECLINED',
  'EXPIRED',
  'REVERSED',
  'CLEARED',
  'COVERED',
  'LATE',
  'FORCED',
  'RETURNED',
] as const

export type Spent = (typeof spentOutcomes)[number]

/** Funds the account, issues a card on it and makes one card payment with the outcome `to`. */
export async function spend(
  t: Transaction,
  account: CustomerAccount,
  to: Spent,
): Promise<{ card: CardRow; purchase: PurchaseRow }> {
  await collect(t, account)
  const [card] = await someCards(t, account, { at })
  if (!card) throw new Error('The batch has no card')
  const message = schemeMessage(card, {
    amountKobo: to === 'DECLINED' || to === 'FORCED' ? 9_999_999_999_999n : 100_000n,
    at,
  })
  const again = (fields: object = {}) => ({ ...message, messageId: crypto.randomUUID(), ...fields })
  await authorisePurchase(t, null, message)
  if (to === 'REVERSED') await reversePurchase(t, null, again())
  if (to === 'EXPIRED' || to === 'LATE') await expirePurchase(t, null, message, afterwards)
  if (to === 'CLEARED' || to === 'RETURNED' || to === 'LATE') await clearPurchase(t, null, again({ at: afterwards }))
  if (to === 'FORCED') await clearPurchase(t, null, again({ at: afterwards, amountKobo: 100_000n }))
  if (to === 'COVERED') await clearPurchase(t, null, again({ amountKobo: 9_999_999_999_999n }))
  if (to === 'RETURNED') await reversePurchase(t, null, again({ at: afterwards }))
  const found = t.selectFrom('card_purchase').selectAll().where('card_id', '=', card.id)
  return { card, purchase: await found.executeTakeFirstOrThrow() }
}
