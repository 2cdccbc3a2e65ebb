import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { lookUpOnce } from '../engine/charges/look-up-once.ts'
import { BatchRefusal, openBatch } from '../engine/bulk/open-batch.ts'
import { transact } from '../db/transact.ts'
import { customerAccount } from '../engine/payer-account.ts'
import { closeVirtualAccount } from '../engine/collections/close-virtual-account.ts'
import { openStaticAccount, openVirtualAccount } from '../engine/collections/open-virtual-account.ts'
import { bookTransfer } from '../engine/book-transfer.ts'
import { submitPayout } from '../engine/payouts/submit-payout.ts'
import type { AppDeps } from '../http/handler.ts'
import { conflict, notFound, HttpError } from '../http/http-error.ts'
import { findBank } from '../rails/banks.ts'
import { addCardCalls } from './cards.ts'
import { addChildAccountCalls, ownChild } from './child-accounts.ts'
import { addBillCalls } from './bills.ts'
import { addContactCalls } from './contact.ts'
import { addDisputeCalls } from './disputes.ts'
import {
  accountNumber,
  amount,
  type MerchantHandler,
  bankCode,
  merchantCall,
  minutes,
  narration,
  withMerchantIdempotency,
  reference,
  rejectUsedReference,
  split,
  walletId,
} from './merchant-calls.ts'
import { addSignedCall } from './signed-call.ts'
import { addStoreCalls, ownStore, storeId } from './stores.ts'
import { addSubaccountCalls } from './sub-accounts.ts'

const folder = '/rails/merchants'

const name = text(200, 'Name is required')
const payout = z
  .strictObject({
    reference,
    walletId: walletId.default(null),
    /** Child account that pays instead. */
    childAccountNumber: accountNumber.nullable().default(null),
    /** Store that pays instead. */
    storeId: storeId.nullable().default(null),
    amount,
    beneficiary: z.strictObject({ name, accountNumber, bankCode }),
    narration,
    /** Delay before the payout's job may start. */
    afterSeconds: z.number().int().min(0).max(3600).default(0),
  })
  .refine(
    (input) => [input.walletId, input.childAccountNumber, input.storeId].filter((source) => source !== null).length < 2,
    {
      message: 'A payout must have one source: a wallet, a child account or a store',
      path: ['childAccountNumber'],
    },
  )
const move = z.strictObject({ reference, fromWalletId: walletId, toWalletId: walletId, amount, narration })
const account = z.strictObject({ reference, walletId: walletId.default(null), accountName: name })
const virtual = z.strictObject({
  reference,
  walletId: walletId.default(null),
  accountName: name,
  amount,
  minutes,
  split,
})
const closing = z.strictObject({ accountNumber })
const lookUp = z.strictObject({ reference, bvn: z.string().regex(/^\d{11}$/, 'The BVN must have eleven digits') })

const cell = text(200).nullable()
const row = z.strictObject({
  beneficiaryName: cell,
  accountNumber: cell,
  bankCode: cell,
  amount: text(40),
  narration: cell,
})
const batch = z.strictObject({
  reference,
  walletId: walletId.default(null),
  rows: z.array(row).min(1, 'A batch must have at least one row').max(20_000, 'A batch can have at most 20,000 rows'),
})
const batchBytes = 8 * 1024 * 1024
/** Memory limit of batches, which are read before their signature is verified. */
const batchesTogetherBytes = 3 * batchBytes

/**
 * Adds the merchants' calls: payouts and batches of them, book transfers, account numbers, child accounts, subaccounts, stores,
 * cards, bills, contact messages, dispute replies and BVN look-ups.
 */
export function addMerchantCalls(scope: FastifyInstance, services: AppDeps): void {
  addSignedCall(scope, services, merchantCall(services, { path: `${folder}/payouts`, body: payout, answer: payOut }))
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: `${folder}/moves`, body: move, answer: transferBetween }),
  )
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: `${folder}/accounts`, body: account, answer: openAccount }),
  )
  const virtualAccounts = `${folder}/virtual-accounts`
  addSignedCall(scope, services, merchantCall(services, { path: virtualAccounts, body: virtual, answer: openVirtual }))
  addSignedCall(scope, services, merchantCall(services, { path: `${folder}/closings`, body: closing, answer: close }))
  addChildAccountCalls(scope, services, folder)
  addCardCalls(scope, services, folder)
  addBillCalls(scope, services, folder)
  addContactCalls(scope, services, folder)
  addDisputeCalls(scope, services, folder)
  addSubaccountCalls(scope, services, folder)
  addStoreCalls(scope, services, folder)
  addSignedCall(
    scope,
    services,
    merchantCall(services, { path: `${folder}/look-ups`, body: lookUp, answer: lookUpBvn }),
  )
  addSignedCall(
    scope,
    services,
    merchantCall(services, {
      path: `${folder}/batches`,
      body: batch,
      bodyLimitBytes: batchBytes,
      bodiesTogetherBytes: batchesTogetherBytes,
      answer: upload,
    }),
  )
}

const payOut: MerchantHandler<typeof payout> = (services, merchant, input) => {
  const { amount: amountKobo, beneficiary, ...order } = input
  const code = findBank(beneficiary.bankCode)?.code ?? beneficiary.bankCode
  const { childAccountNumber, storeId: sourceStoreId } = order
  // Without a child account or store, the hashed content is the same as before these existed.
  const otherSources = [childAccountNumber, sourceStoreId].filter((source) => source !== null)
  const content = [order.walletId, amountKobo, beneficiary.accountNumber, code, ...otherSources]
  const body = { ...input, beneficiary: { ...beneficiary, bankCode: code } }
  const request = { call: 'payout', reference: order.reference, body, content }
  const reply = z.object({ transactionId: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) =>
    submitPayout(db, services.jobs, {
      mode: merchant.mode,
      merchantId: merchant.id,
      walletId: order.walletId,
      ...(childAccountNumber !== null && { ownAccountId: await ownChild(db, merchant, childAccountNumber) }),
      ...(sourceStoreId !== null && { ownAccountId: await ownStore(db, merchant, sourceStoreId) }),
      amountKobo,
      beneficiary: { ...beneficiary, bankCode: code },
      narration: order.narration,
      reference: order.reference,
      ...(order.afterSeconds > 0 && { afterSeconds: order.afterSeconds }),
      at,
    }),
  )
}

const transferBetween: MerchantHandler<typeof move> = (services, { id: merchantId, mode }, input) => {
  const { reference: ownReference, fromWalletId, toWalletId, amount: amountKobo, narration: narrationText } = input
  const request = {
    call: 'move',
    reference: ownReference,
    body: input,
    content: [fromWalletId, toWalletId, amountKobo],
  }
  const reply = z.object({ debitId: z.string(), creditId: z.string() })
  return withMerchantIdempotency(services, { id: merchantId, mode }, request, reply, async (db, at) => {
    await rejectUsedReference(db, { id: merchantId, mode }, ownReference)
    const from = { merchantId, walletId: fromWalletId }
    const to = { merchantId, walletId: toWalletId }
    return await bookTransfer(db, { mode, from, to, amountKobo, reference: ownReference, narration: narrationText, at })
  })
}

const openAccount: MerchantHandler<typeof account> = (services, { id: merchantId, mode }, input) => {
  const { reference: ownReference, walletId: ownerWalletId, accountName } = input
  const request = { call: 'account', reference: ownReference, body: input, content: [ownerWalletId, accountName] }
  const reply = z.object({ accountNumber: z.string() })
  return withMerchantIdempotency(services, { id: merchantId, mode }, request, reply, async (db, at) => {
    if (!(await customerAccount(db, { merchantId, walletId: ownerWalletId }))) throw notFound('This wallet')
    const opened = { mode, merchantId, walletId: ownerWalletId, accountName, at }
    return { accountNumber: await openStaticAccount(db, services.jobs, opened) }
  })
}

const openVirtual: MerchantHandler<typeof virtual> = (services, { id: merchantId, mode }, input) => {
  const { reference: ownReference, walletId: ownerWalletId, accountName, amount: amountKobo } = input
  const content = [ownerWalletId, accountName, amountKobo, ...input.split]
  const request = { call: 'virtual account', reference: ownReference, body: input, content }
  const reply = z.object({ accountNumber: z.string(), expiresAt: z.string() })
  return withMerchantIdempotency(services, { id: merchantId, mode }, request, reply, async (db, at) => {
    if (!(await customerAccount(db, { merchantId, walletId: ownerWalletId }))) throw notFound('This wallet')
    const expiresAt = new Date(at.getTime() + input.minutes * 60_000)
    const opened = { mode, merchantId, walletId: ownerWalletId, accountName, split: input.split, at }
    const { number } = await openVirtualAccount(db, opened, {
      amountKobo,
      reference: ownReference.toUpperCase(),
      expiresAt,
    })
    return { accountNumber: number, expiresAt: expiresAt.toISOString() }
  })
}

/** Closes a virtual account; repeating it has no effect. */
const close: MerchantHandler<typeof closing> = async (
  { db, clock },
  { id: merchantId, mode },
  { accountNumber: number },
) => {
  const closed = { mode, merchantId, accountNumber: number, at: clock() }
  if (!(await transact(db, (transaction) => closeVirtualAccount(transaction, closed)))) throw notFound('This account')
  return { accountNumber: number }
}

const lookUpBvn: MerchantHandler<typeof lookUp> = async (
  services,
  { id: merchantId, mode },
  { bvn, reference: ownReference },
) => {
  const lookUpResult = await lookUpOnce(services, { mode, merchantId, bvn, reference: ownReference })
  if ('problem' in lookUpResult) throw new HttpError(503, 'unavailable', 'The BVN register cannot be reached right now')
  return lookUpResult
}

/** Idempotent by the batch's own reference, so that its rows are stored once. */
const upload: MerchantHandler<typeof batch> = async (
  services,
  { id: merchantId, mode },
  { reference: ownReference, rows, ...content },
) => {
  const { db, jobs, clock } = services
  try {
    return await openBatch(db, jobs, {
      mode,
      merchantId,
      walletId: content.walletId,
      reference: ownReference,
      rows,
      at: clock(),
    })
  } catch (error) {
    throw error instanceof BatchRefusal ? conflict(error.message) : error
  }
}
