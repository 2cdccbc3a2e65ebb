import { hasTwoDecimals } from '@kobo/contract/kit/naira'
import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { transact } from '../db/transact.ts'
import { openSubaccount } from '../engine/splits/open-subaccount.ts'
import { setSubaccountStatus } from '../engine/splits/set-subaccount-status.ts'
import type { AppDeps } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import { isUuid } from '../uuid.ts'
import {
  accountNumber,
  amount,
  type MerchantHandler,
  bankCode,
  merchantCall,
  withMerchantIdempotency,
  reference,
} from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'

const name = text(200, 'Name is required')
const common = { reference, name, bank: z.strictObject({ bankCode, accountNumber, accountName: name }) }
const percent = z
  .number()
  .positive('The percentage must be above zero')
  .max(100, 'The percentage must be at most 100')
  .refine(hasTwoDecimals, 'The percentage must have at most two decimals')
  .transform((value) => BigInt(Math.round(value * 100)))
const opening = z.discriminatedUnion('splitType', [
  z.strictObject({ ...common, splitType: z.literal('FLAT'), splitValue: amount }),
  z.strictObject({ ...common, splitType: z.literal('PERCENTAGE'), splitValue: percent }),
])
const change = z.strictObject({
  subAccountId: z.string().refine(isUuid, 'This is not the id of a sub-account'),
  status: z.enum(['ACTIVE', 'INACTIVE']),
})

/** Adds the calls by which merchants open subaccounts, and set whether new splits may use them. */
export function addSubaccountCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  const path = `${folder}/sub-accounts`
  addSignedCall(scope, services, merchantCall(services, { path, body: opening, answer: open }))
  addSignedCall(scope, services, merchantCall(services, { path: `${path}/status`, body: change, answer: setStatus }))
}

const open: MerchantHandler<typeof opening> = (services, { id: merchantId, mode }, input) => {
  const { name: partnerName, bank, splitType: type, splitValue: value } = input
  const content = [partnerName, bank.bankCode, bank.accountNumber, bank.accountName, type, value]
  const request = { call: 'sub-account', reference: input.reference, body: input, content }
  const reply = z.object({ subAccountId: z.string() })
  return withMerchantIdempotency(services, { id: merchantId, mode }, request, reply, async (db, at) => {
    const paid = { code: bank.bankCode, accountNumber: bank.accountNumber, accountName: bank.accountName }
    return {
      subAccountId: await openSubaccount(db, { mode, merchantId, name: partnerName, type, value, bank: paid, at }),
    }
  })
}

/** Sets the status of a subaccount; repeating it has no effect. */
const setStatus: MerchantHandler<typeof change> = async ({ db, clock }, { id: merchantId, mode }, input) => {
  const { subAccountId, status } = input
  const statusChange = { mode, merchantId, subaccountId: subAccountId, status, at: clock() }
  if (!(await transact(db, (transaction) => setSubaccountStatus(transaction, statusChange)))) {
    throw notFound('This sub-account')
  }
  return { subAccountId, status }
}
