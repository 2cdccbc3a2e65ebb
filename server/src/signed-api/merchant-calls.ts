import { openWebhookSecret } from '../rails/webhooks.ts'
import { modeOfRow } from '@kobo/contract/kit/mode'
import { hasTwoDecimals, toKobo } from '@kobo/contract/kit/naira'
import { text } from '@kobo/contract/kit/text'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { storedReply, withInboundIdempotency } from '../engine/inbound-idempotency.ts'
import type { RequestContent } from '../engine/content-hash.ts'
import { maxOrderNaira, PayoutRefusal } from '../engine/payouts/submit-payout.ts'
import type { AppDeps } from '../http/handler.ts'
import { conflict, HttpError, unprocessable } from '../http/http-error.ts'
import { areCallsFrozen } from '../ledger/frozen-accounts.ts'
import { isReferenceUsed } from '../ledger/transactions.ts'
import { isUuid } from '../uuid.ts'
import { headerText, type Merchant, type SignedCall, type Signer } from './signed-call.ts'

/** Merchant's reference of a request. The references of collections are reserved. */
export const reference = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,60}$/, 'A reference must be 1 to 60 letters, digits and hyphens')
  .refine((value) => !/^COL-/i.test(value), 'References that begin with COL- are reserved for collections')

/** Naira in, kobo out. */
export const amount = z
  .number()
  .positive()
  .max(maxOrderNaira)
  .refine(hasTwoDecimals, 'The amount must have at most two decimals')
  .transform(toKobo)

/** Customer's wallet, or null for the merchant's own account. */
export const walletId = z.string().refine(isUuid, 'This is not the id of a wallet').nullable()
export const accountNumber = z.string().regex(/^\d{10}$/, 'The account number must have ten digits')
export const bankCode = z.string().regex(/^\d{3,6}$/, 'The bank code must have three to six digits')
export const narration = text(200).default('')
/** Subaccounts that share a payment, in this order. */
export const split = z
  .array(z.string().refine(isUuid, 'This is not the id of a sub-account'))
  .max(20, 'A split can have at most 20 sub-accounts')
  .default([])
/** Minutes during which a virtual account accepts its payment. */
export const minutes = z.number().int().min(1).max(43_200).default(60)

/** Handler of a merchant's call. */
export type MerchantHandler<S extends z.ZodType> = (
  services: AppDeps,
  merchant: Merchant,
  input: z.output<S>,
  signal: AbortSignal,
) => Promise<object>

/** Builds a call that merchants sign with the secret of their webhooks. */
export function merchantCall<S extends z.ZodType>(
  services: AppDeps,
  call: {
    path: string
    body: S
    bodyLimitBytes?: number
    bodiesTogetherBytes?: number
    beforeBody?(request: FastifyRequest): void
    answer: MerchantHandler<S>
  },
): SignedCall<S> {
  return {
    ...call,
    signer: (request) => merchantSigner(services, request),
    answer: async (input, { signedBy }, signal) => {
      if (!signedBy?.merchant) throw new Error('A merchant has signed this')
      if (signedBy.merchant.areCallsFrozen) throw callsFrozen()
      try {
        return await call.answer(services, signedBy.merchant, input, signal)
      } catch (error) {
        throw error instanceof PayoutRefusal ? unprocessable(error.message) : error
      }
    },
  }
}

/** Request of a merchant under its own reference. */
interface MerchantRequest extends RequestContent {
  call: string
  reference: string
  body: object
}

/** Runs a merchant's request once per reference, and stores the reply in the same transaction. */
export async function withMerchantIdempotency<R extends z.ZodType>(
  { db, clock }: AppDeps,
  merchant: Merchant,
  request: MerchantRequest,
  reply: R,
  work: (transaction: Transaction, at: Date) => Promise<z.output<R>>,
): Promise<z.output<R>> {
  const at = clock()
  const storedRequest = { ...asCalled(merchant, request), merchantId: merchant.id, at }
  return await transact(db, (transaction) =>
    withInboundIdempotency(transaction, storedRequest, reply, async () => {
      // Again, in the transaction that acts: a freeze waits for it, or stops it.
      if (await areCallsFrozen(transaction, { merchantId: merchant.id, at })) throw callsFrozen()
      return await work(transaction, at)
    }),
  )
}

function callsFrozen(): HttpError {
  return new HttpError(403, 'frozen', 'The calls of this merchant are frozen')
}

/** Returns the earlier reply to a merchant's request under this reference; null if there is none. */
export async function findMerchantReply<R extends z.ZodType>(
  { db }: AppDeps,
  merchant: Merchant,
  request: MerchantRequest,
  reply: R,
): Promise<z.output<R> | null> {
  return await storedReply(db, asCalled(merchant, request), reply)
}

function asCalled(merchant: Merchant, request: MerchantRequest) {
  const used = request.reference.toUpperCase()
  return { ...request, body: { ...request.body, reference: used }, reference: used, caller: merchant.id }
}

/** Rejects a reference under which money has moved before. */
export async function rejectUsedReference(db: Transaction, { id, mode }: Merchant, used: string): Promise<void> {
  if (await isReferenceUsed(db, { mode, merchantId: id, reference: used }))
    throw conflict(`The reference ${used} was used before`)
}

/** Returns the merchant that a call names as its signer, before the signature is verified. */
export function claimedMerchant(request: FastifyRequest): string {
  return headerText(request, 'merchant-id')
}

async function merchantSigner({ db, seal }: AppDeps, request: FastifyRequest): Promise<Signer> {
  const merchantId = claimedMerchant(request)
  if (!isUuid(merchantId)) throw new HttpError(401, 'not_signed_in', 'The merchant-id header is required')
  const found = await db
    .selectFrom('webhook_endpoint')
    .innerJoin('merchant', 'merchant.id', 'webhook_endpoint.merchant_id')
    .select(['merchant.id', 'merchant.mode', 'frozen_scopes', 'sealed_secret'])
    .where('merchant.id', '=', merchantId)
    .executeTakeFirst()
  if (!found) return null
  const isFrozen = found.frozen_scopes.includes('SIGNED_CALLS')
  const merchant = { id: found.id, mode: modeOfRow(found), areCallsFrozen: isFrozen }
  return {
    name: found.id,
    secret: openWebhookSecret(seal, { merchant_id: found.id, sealed_secret: found.sealed_secret }),
    merchant,
  }
}
