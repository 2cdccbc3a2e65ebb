import type { Transaction } from '../db/database.ts'
import { beginCardPayment } from '../engine/card-payments/start-card-payment.ts'
import { applyCardOutcome } from '../engine/card-payments/apply-card-outcome.ts'
import { receiveAcquirerSettlement } from '../engine/card-payments/receive-acquirer-settlement.ts'
import { openCheckout } from '../engine/checkouts/open-checkout.ts'
import type { TransactionRow } from '../engine/transaction-row.ts'
import type { CardOutcome } from '../rails/acquirer.ts'
import { uuidv7 } from '../uuid.ts'
import type { CustomerAccount } from './customer-accounts.ts'

export const cardAmountKobo = 400_000n

/** Acquirer's response for an approved payment. */
export const approved: CardOutcome = {
  outcome: 'APPROVED',
  amountKobo: cardAmountKobo,
  card: { scheme: 'Verve', lastFour: '0603' },
}

/** Opens a checkout that expires after an hour by default. */
export async function aCheckout(
  t: Transaction,
  { mode, merchantId }: Pick<CustomerAccount, 'mode' | 'merchantId'>,
  { at, minutes = 60 }: { at: Date; minutes?: number },
) {
  return await openCheckout(t, {
    mode,
    merchantId,
    accountName: 'Kola Nut',
    amountKobo: cardAmountKobo,
    reference: uuidv7().toUpperCase(),
    narration: 'Two crates',
    expiresAt: new Date(at.getTime() + minutes * 60_000),
    at,
  })
}

/** Begins a card payment of a checkout. */
export async function aCardPayer(t: Transaction, checkoutId: string, at: Date): Promise<TransactionRow> {
  const begun = await beginCardPayment(t, { checkoutId, at })
  if (!('row' in begun)) throw new Error(JSON.stringify(begun))
  return begun.row
}

/** Records a card payment that the acquirer approved at `at`; it is not yet settled by the acquirer. */
export async function paidByCard(t: Transaction, account: CustomerAccount, at: Date): Promise<TransactionRow> {
  const row = await aCardPayer(t, (await aCheckout(t, account, { at })).id, at)
  await applyCardOutcome(t, null, { id: row.id, told: approved, at })
  return row
}

/** Receives the acquirer's settlement of card payments, from which refunds are withheld. */
export async function acquirerPays(
  t: Transaction,
  rows: readonly TransactionRow[],
  at: Date,
  refunds: readonly TransactionRow[] = [],
): Promise<string> {
  const items = rows.map(({ reference, amount_kobo: amountKobo }) => ({ reference, amountKobo, costKobo: 2400n }))
  const storedRefunds = refunds.map(({ reference, amount_kobo: amountKobo }) => ({ reference, amountKobo }))
  const payment = { mode: 'PRODUCTION', reference: `ACQ-${uuidv7()}`, items, refunds: storedRefunds, at } as const
  return (await receiveAcquirerSettlement(t, payment)).acquirerPaymentId
}
