import { paragraph } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requestRefund } from '../engine/refunds/request-refund.ts'
import type { Services } from '../http/handler.ts'
import { notFound } from '../http/refusal.ts'
import { amount, type Asked, merchantCall, onceForMerchant, reference } from './merchant-calls.ts'
import { addSignedCall } from './signed-calls.ts'

const refund = z.strictObject({
  reference,
  /** Of what came in. */
  transactionReference: z.string().min(1).max(100),
  amount,
  reason: paragraph(500, 'Say why it goes back'),
})

/** What merchants give back of what they collected. */
export function addRefundCalls(scope: FastifyInstance, services: Services): void {
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: '/rails/merchants/refunds', body: refund, answer: give }),
  )
}

const give: Asked<typeof refund> = (services, merchant, { reference: of, transactionReference, reason, ...input }) => {
  const ask = { call: 'refund', reference: of, content: [transactionReference, input.amount, reason] }
  const reply = z.object({ refundId: z.string(), transactionId: z.string() })
  return onceForMerchant(services, merchant, ask, reply, async (db, at) => {
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
      at,
    }
    return await requestRefund(db, services.jobs, order)
  })
}
