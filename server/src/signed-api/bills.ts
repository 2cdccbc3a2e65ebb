import { billCategories } from '@kobo/contract/kit/bill-category'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { noBillers } from '../engine/bills/bill-messages.ts'
import { payBill } from '../engine/bills/pay-bill.ts'
import type { AppDeps } from '../http/handler.ts'
import { unprocessable } from '../http/http-error.ts'
import {
  amount,
  type MerchantHandler,
  merchantCall,
  withMerchantIdempotency,
  reference,
  walletId,
} from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'

const bill = z.strictObject({
  reference,
  walletId: walletId.default(null),
  category: z.enum(billCategories, `category must be one of ${billCategories.join(', ')}`),
  /** Code of the biller. */
  biller: z.string().regex(/^[A-Z0-9-]{1,40}$/, 'The biller must be given by its code'),
  /** Customer's number at the biller. */
  customer: z.string().regex(/^\d{5,20}$/, 'The customer number must have 5 to 20 digits'),
  amount,
})

/** Adds the call by which merchants pay bills, their own or their customers'. */
export function addBillCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  addSignedCall(scope, services, merchantCall(services, { path: `${folder}/bills`, body: bill, answer: pay }))
}

const pay: MerchantHandler<typeof bill> = (services, { id: merchantId, mode }, input) => {
  const { reference: ownReference, amount: amountKobo, ...order } = input
  if (services.outside.billers === null) throw unprocessable(noBillers)
  const content = [order.walletId, order.category, order.biller, order.customer, amountKobo]
  const request = { call: 'bill', reference: ownReference, body: input, content }
  const reply = z.object({ transactionId: z.string() })
  return withMerchantIdempotency(services, { id: merchantId, mode }, request, reply, (db, at) =>
    payBill(db, services.jobs, { mode, merchantId, ...order, amountKobo, reference: ownReference, at }),
  )
}
