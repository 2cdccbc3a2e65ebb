import { sql } from 'kysely'
import { describe } from 'vitest'
import { aCheckout, acquirerPays, paidByCard } from '../../testing/card-payments.ts'
import { changeHold, changeTransaction, own, postLines } from '../../testing/ledger-fixtures.ts'
import { at, healthyLedger, settledCardPayment, testChecks } from '../../testing/healthy-ledger.ts'
import { refund } from '../../testing/refund-bookkeeping.ts'
import { voidHold } from '../ledger.ts'
import { cardChecks } from './card-checks.ts'

const { shop, seller, test } = await healthyLedger()

describe('card checks', () => {
  testChecks(cardChecks, [
    [
      'a card payment whose funds are available before the acquirer settles it',
      { 'card-hold-missing': 1 },
      async (t) => voidHold(t, { transactionId: (await paidByCard(t, seller, new Date(at))).id }, new Date(at)),
    ],
    [
      'a card payment whose funds are still held after the acquirer settled it',
      { 'card-hold-not-released': 1, 'available-balance-mismatch': 1 },
      async (t) => {
        const row = await paidByCard(t, seller, new Date(at))
        await acquirerPays(t, [row], new Date(at))
        await changeHold(t, row.id, sql`status = 'HELD', ended_at = null`)
      },
    ],
    [
      'a card payment that the acquirer settled and that did not succeed',
      {
        'card-settled-without-success': 1,
        'entries-without-success': 1,
        'virtual-account-use-mismatch': 1,
        'paid-checkout-without-payment': 1,
        'day-count-mismatch': 8,
        'month-count-mismatch': 16,
      },
      async (t) => {
        const row = await paidByCard(t, seller, new Date(at))
        await acquirerPays(t, [row], new Date(at))
        await changeTransaction(t, row.id, sql`status = 'FAILED'`)
      },
    ],
    [
      'a card transaction whose card payment is missing',
      { 'card-payment-unmatched': 1 },
      async (t) => {
        const { id } = await paidByCard(t, seller, new Date(at))
        await sql`delete from card_payment where transaction_id = ${id}`.execute(t)
      },
    ],
    [
      'a card payment linked to the checkout of another payment',
      { 'card-payment-unmatched': 1 },
      async (t) => {
        const { id } = await paidByCard(t, seller, new Date(at))
        const other = await aCheckout(t, test, { at: new Date(at) })
        await sql`update card_payment set checkout_id = ${other.id} where transaction_id = ${id}`.execute(t)
      },
    ],
    [
      'a card receivable below the unsettled card payments',
      { 'card-receivable-mismatch': 1 },
      (t) =>
        postLines(t, shop, 'CORRECTION', null, [own(shop, 'CARD_RECEIVABLE', 100n), own(shop, 'FLOAT_NIP', -100n)]),
    ],
    [
      'an acquirer settlement below the sum of its card payments',
      { 'acquirer-payment-mismatch': 1 },
      async (t) => {
        const id = await acquirerPays(t, [await paidByCard(t, seller, new Date(at))], new Date(at))
        await sql`update acquirer_payment set gross_kobo = gross_kobo - 1 where id = ${id}`.execute(t)
      },
    ],
    [
      'an acquirer settlement that deducts more than the card refunds',
      { 'acquirer-payment-mismatch': 1 },
      async (t) => {
        const id = await acquirerPays(t, [await paidByCard(t, seller, new Date(at))], new Date(at))
        await sql`update acquirer_payment set refunded_kobo = 1 where id = ${id}`.execute(t)
      },
    ],
    [
      'a card refund that was paid through the switch',
      { 'card-receivable-mismatch': 1 },
      async (t) => {
        await refund(t, seller, 'SUCCESS', { of: (await settledCardPayment(t, seller)).id })
        const lines = [own(seller, 'CARD_RECEIVABLE', -100_000n), own(seller, 'FLOAT_NIP', 100_000n)]
        await postLines(t, seller, 'CORRECTION', null, lines)
      },
    ],
    [
      'a card refund recorded as deducted by the acquirer and not deducted',
      { 'acquirer-payment-mismatch': 1, 'card-receivable-mismatch': 1 },
      async (t) => {
        const row = await settledCardPayment(t, seller)
        const { refundId } = await refund(t, seller, 'SUCCESS', { of: row.id })
        await sql`
        update refund set acquirer_payment_id = card_payment.acquirer_payment_id
        from card_payment where card_payment.transaction_id = ${row.id} and refund.id = ${refundId}
      `.execute(t)
      },
    ],
  ])
})
