import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { openCheckout } from '../engine/checkouts/open-checkout.ts'
import { openPaymentLink } from '../engine/checkouts/open-payment-link.ts'
import { checkoutUrl, paymentLinkUrl } from '../engine/checkouts/payment-urls.ts'
import { cancelPaymentLink } from '../engine/checkouts/cancel-payment-link.ts'
import { customerAccount } from '../engine/payer-account.ts'
import type { AppDeps } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { providerBank } from '../ledger/accounts.ts'
import { isUuid } from '../uuid.ts'
import {
  amount,
  type MerchantHandler,
  merchantCall,
  minutes,
  withMerchantIdempotency,
  reference,
  split,
} from './merchant-calls.ts'
import { addSignedCall, type Merchant } from './signed-call.ts'

const checkout = z.strictObject({
  reference,
  /** Name shown to the payer with the account number; the merchant's own by default. */
  accountName: text(200, 'Name is required').optional(),
  amount,
  narration: text(200, 'Narration is required'),
  minutes,
  split,
})
const link = z.strictObject({ reference, amount, description: text(200, 'Description is required'), split })
const closing = z.strictObject({ id: z.string().refine(isUuid, 'This is not the id of a payment link') })

/** Adds the calls by which merchants request payments from their customers, each of which is paid once. */
export function addCheckoutCalls(scope: FastifyInstance, services: AppDeps): void {
  const folder = '/rails/merchants'
  const links = `${folder}/payment-links`
  addSignedCall(scope, services, merchantCall(services, { path: `${folder}/checkouts`, body: checkout, answer: open }))
  addSignedCall(scope, services, merchantCall(services, { path: links, body: link, answer: createLink }))
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: `${links}/closings`, body: closing, answer: cancelLink }),
  )
}

const open: MerchantHandler<typeof checkout> = (services, merchant, input) => {
  const { reference: ownReference, amount: amountKobo, narration } = input
  const request = {
    call: 'checkout',
    reference: ownReference,
    body: input,
    content: [input.accountName ?? null, amountKobo, narration, ...input.split],
  }
  const reply = z.object({
    checkoutId: z.string(),
    accountNumber: z.string(),
    bank: z.string(),
    expiresAt: z.string(),
    link: z.string(),
  })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const accountName = input.accountName ?? (await ownName(db, merchant))
    const expiresAt = new Date(at.getTime() + input.minutes * 60_000)
    const checkoutRequest = { ...ownerOf(merchant), amountKobo, reference: ownReference.toUpperCase(), narration, at }
    const { id, accountNumber } = await openCheckout(db, {
      ...checkoutRequest,
      accountName,
      expiresAt,
      split: input.split,
    })
    return {
      checkoutId: id,
      accountNumber,
      bank: providerBank.name,
      expiresAt: expiresAt.toISOString(),
      link: checkoutUrl(services.settings.publicUrl, id),
    }
  })
}

const createLink: MerchantHandler<typeof link> = (services, merchant, input) => {
  const { reference: ownReference, amount: amountKobo, description } = input
  const request = {
    call: 'payment link',
    reference: ownReference,
    body: input,
    content: [amountKobo, description, ...input.split],
  }
  const reply = z.object({ id: z.string(), link: z.string(), accountNumber: z.string(), bank: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const accountName = await ownName(db, merchant)
    const checkoutRequest = { ...ownerOf(merchant), amountKobo, reference: ownReference.toUpperCase(), description, at }
    const { id, code, accountNumber } = await openPaymentLink(db, {
      ...checkoutRequest,
      accountName,
      split: input.split,
    })
    return { id, link: paymentLinkUrl(services.settings.publicUrl, code), accountNumber, bank: providerBank.name }
  })
}

/** Cancels a payment link; repeating it has no effect. */
const cancelLink: MerchantHandler<typeof closing> = async ({ db, clock }, merchant, { id }) => {
  const cancellation = { ...ownerOf(merchant), paymentLinkId: id, at: clock() }
  if (!(await transact(db, (transaction) => cancelPaymentLink(transaction, cancellation))))
    throw notFound('This payment link')
  return { id }
}

function ownerOf({ id: merchantId, mode }: Merchant) {
  return { merchantId, mode }
}

/** Name of the merchant's own account, which a payment credits. */
async function ownName(db: Database, { id: merchantId }: Merchant): Promise<string> {
  const account = await customerAccount(db, { merchantId, walletId: null })
  if (!account) throw notFound('The account of this merchant')
  return account.account_name
}
