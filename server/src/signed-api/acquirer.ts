import { mode } from '@kobo/contract/kit/mode'
import { z } from 'zod'
import { transact } from '../db/transact.ts'
import { applyCardOutcome } from '../engine/card-payments/apply-card-outcome.ts'
import { receiveAcquirerSettlement } from '../engine/card-payments/receive-acquirer-settlement.ts'
import type { AppDeps } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { cardOutcome } from '../rails/acquirer.ts'
import type { SignedCall } from './signed-call.ts'

const cardPaymentReference = z
  .string()
  .regex(/^CRD-[0-9A-F]{32}$/, 'The reference of a card payment is CRD- and 32 characters')
const outcome = z.intersection(z.object({ mode, reference: cardPaymentReference }), cardOutcome)

const kobo = (least: RegExp) =>
  z.string().regex(least, 'The amount must be whole kobo, up to 9,999,999,999,999, as digits').transform(BigInt)

const refundReference = z
  .string()
  .regex(/^CRD-[0-9A-F]{32}\/R\d{1,6}$/, 'The reference of a refund is that of its card payment with /R and a number')

const payment = z.strictObject({
  mode,
  reference: z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'A reference must be 1 to 60 letters, digits and hyphens'),
  items: z
    .array(
      z.strictObject({
        reference: cardPaymentReference,
        amountKobo: kobo(/^[1-9]\d{0,12}$/),
        costKobo: kobo(/^(0|[1-9]\d{0,12})$/),
      }),
    )
    .min(1, 'A payment must cover at least one card payment')
    .max(5000, 'A payment can cover at most 5,000 card payments'),
  /** Refunds to cards that the acquirer deducts from this payment. */
  refunds: z
    .array(z.strictObject({ reference: refundReference, amountKobo: kobo(/^[1-9]\d{0,12}$/) }))
    .max(5000, 'A payment can withhold at most 5,000 refunds')
    .default([]),
})
const paymentBytes = 1024 * 1024
/** Memory limit of payments, which are read before their signature is verified. */
const paymentsTogetherBytes = 3 * paymentBytes

/** Outcome of a card payment, as notified by the acquirer. */
export function cardOutcomeCall({ db, jobs, clock }: AppDeps, secret: string): SignedCall<typeof outcome> {
  return {
    path: '/rails/acquirer/outcomes',
    body: outcome,
    signer: async () => ({ name: 'acquirer', secret, merchant: null }),
    answer: async ({ mode: requestMode, reference, ...report }) => {
      const found = await db
        .selectFrom('transaction')
        .select('id')
        .where('reference', '=', reference)
        .where('mode', '=', requestMode)
        .where('category', '=', 'CARD_PAYMENT')
        .where('type', '=', 'CREDIT')
        .executeTakeFirst()
      if (!found) throw notFound('This card payment')
      return await transact(db, (transaction) =>
        applyCardOutcome(transaction, jobs, { id: found.id, told: report, at: clock() }),
      )
    },
  }
}

/** Acquirer's payment for card payments, in one sum. */
export function acquirerPaymentCall({ db, clock }: AppDeps, secret: string): SignedCall<typeof payment> {
  return {
    path: '/rails/acquirer/payments',
    body: payment,
    bodyLimitBytes: paymentBytes,
    bodiesTogetherBytes: paymentsTogetherBytes,
    signer: async () => ({ name: 'acquirer', secret, merchant: null }),
    answer: async (paid) => {
      return await transact(db, (transaction) => receiveAcquirerSettlement(transaction, { ...paid, at: clock() }))
    },
  }
}
