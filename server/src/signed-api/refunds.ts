import { paragraph } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { IdempotencyConflict, conflictMessage } from '../engine/inbound-idempotency.ts'
import { contentHash, isSameContent } from '../engine/content-hash.ts'
import { requestRefund } from '../engine/refunds/request-refund.ts'
import type { AppDeps } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { amount, type MerchantHandler, merchantCall, withMerchantIdempotency, reference } from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'

const refund = z.strictObject({
  reference,
  /** Reference of the collection. */
  transactionReference: z.string().min(1).max(100),
  amount,
  reason: paragraph(500, 'Reason is required'),
})

/** Adds the call by which merchants refund collections. */
export function addRefundCalls(scope: FastifyInstance, services: AppDeps): void {
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: '/rails/merchants/refunds', body: refund, answer: createRefund }),
  )
}

const createRefund: MerchantHandler<typeof refund> = (services, merchant, input) => {
  const { transactionReference, reason } = input
  const merchantReference = input.reference.toUpperCase()
  const body = { ...input, reference: merchantReference }
  const request = {
    call: 'refund',
    reference: merchantReference,
    body,
    content: [transactionReference, input.amount, reason],
  }
  const reply = z.object({ refundId: z.string(), transactionId: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    // Stored replies are purged in the end, refunds never.
    const earlier = await db
      .selectFrom('refund')
      .selectAll()
      .where('merchant_id', '=', merchant.id)
      .where('merchant_reference', '=', merchantReference)
      .executeTakeFirst()
    if (earlier) {
      if (!isSameContent(earlier.request_hash ?? '', request))
        throw new IdempotencyConflict(conflictMessage(merchantReference))
      return { refundId: earlier.id, transactionId: earlier.refund_transaction_id }
    }
    const collection = await db
      .selectFrom('transaction')
      .select('id')
      .where('reference', '=', transactionReference)
      .where('mode', '=', merchant.mode)
      .where('type', '=', 'CREDIT')
      .where('merchant_id', '=', merchant.id)
      .executeTakeFirst()
    if (!collection) throw notFound('This transaction')
    const order = {
      mode: merchant.mode,
      transactionId: collection.id,
      amountKobo: input.amount,
      reason,
      staffId: null,
      merchantRequest: { reference: merchantReference, hash: contentHash(body) },
      at,
    }
    return await requestRefund(db, services.jobs, order)
  })
}
