import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { findChildAccount } from '../engine/child-accounts/find-child-account.ts'
import { openChildAccount } from '../engine/child-accounts/open-child-account.ts'
import { setChildStatus } from '../engine/child-accounts/set-child-status.ts'
import { customerAccount } from '../engine/payer-account.ts'
import type { AppDeps } from '../http/handler.ts'
import { notFound } from '../http/http-error.ts'
import {
  accountNumber,
  type MerchantHandler,
  merchantCall,
  withMerchantIdempotency,
  reference,
  walletId,
} from './merchant-calls.ts'
import { addSignedCall, type Merchant } from './signed-call.ts'

const opening = z.strictObject({
  reference,
  walletId: walletId.default(null),
  accountName: text(200, 'Name is required'),
})
const change = z.strictObject({ accountNumber, status: z.enum(['ACTIVE', 'INACTIVE']) })

/** Adds the calls by which merchants open child accounts and set their status. */
export function addChildAccountCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  const path = `${folder}/child-accounts`
  addSignedCall(scope, services, merchantCall(services, { path, body: opening, answer: open }))
  addSignedCall(scope, services, merchantCall(services, { path: `${path}/status`, body: change, answer: setStatus }))
}

/** Returns the id of a merchant's child account; throws a 404 for one of another merchant or mode. */
export async function ownChild(db: Database, merchant: Merchant, number: string): Promise<string> {
  const found = await findChildAccount(db, { mode: merchant.mode, merchantId: merchant.id, accountNumber: number })
  if (!found) throw notFound('This child account')
  return found.id
}

const open: MerchantHandler<typeof opening> = (services, merchant, input) => {
  const { reference: ownReference, walletId: ownerWalletId, accountName } = input
  const { id: merchantId, mode } = merchant
  const request = { call: 'child account', reference: ownReference, body: input, content: [ownerWalletId, accountName] }
  const reply = z.object({ childAccountId: z.string(), accountNumber: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    if (!(await customerAccount(db, { merchantId, walletId: ownerWalletId }))) throw notFound('This wallet')
    const { id, number } = await openChildAccount(db, { mode, merchantId, walletId: ownerWalletId, accountName, at })
    return { childAccountId: id, accountNumber: number }
  })
}

/** Sets the status of a child account; repeating it has no effect. */
const setStatus: MerchantHandler<typeof change> = async (
  { db, clock },
  merchant,
  { accountNumber: number, status },
) => {
  await transact(db, async (transaction) => {
    const accountId = await ownChild(transaction, merchant, number)
    await setChildStatus(transaction, { accountId, status, at: clock() })
  })
  return { accountNumber: number, status }
}
