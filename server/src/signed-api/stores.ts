import { text } from '@kobo/contract/kit/text'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { bookTransfer } from '../engine/book-transfer.ts'
import { findStore } from '../engine/stores/find-store.ts'
import { openShop, openStore } from '../engine/stores/open-store.ts'
import { openTerminal } from '../engine/stores/open-terminal.ts'
import { setShopStatus, setTerminalStatus } from '../engine/stores/active-status.ts'
import { sweepTerminal } from '../engine/stores/sweep-terminal.ts'
import type { AppDeps } from '../http/handler.ts'
import { unprocessable } from '../http/http-error.ts'
import { isUuid } from '../uuid.ts'
import {
  amount,
  type MerchantHandler,
  merchantCall,
  narration,
  withMerchantIdempotency,
  reference,
  rejectUsedReference,
} from './merchant-calls.ts'
import { addSignedCall, type Merchant } from './signed-call.ts'

export const storeId = z.string().refine(isUuid, 'This is not the id of a store')
const shopId = z.string().refine(isUuid, 'This is not the id of a shop')
const terminalId = z.string().refine(isUuid, 'This is not the id of a terminal')
const name = text(100, 'Name is required')
const status = z.enum(['ACTIVE', 'INACTIVE'])

const shop = z.strictObject({ reference, name, branch: text(100, 'Branch is required') })
const shopStatus = z.strictObject({ shopId, status })
const store = z.strictObject({ reference, name, shopId: shopId.nullable().default(null) })
const terminal = z.strictObject({
  reference,
  storeId,
  serialNumber: z
    .string()
    .regex(/^[A-Za-z0-9-]{4,30}$/, 'The serial number must be 4 to 30 letters, digits and hyphens'),
})
const terminalStatus = z.strictObject({ terminalId, status })
const transfer = z.strictObject({
  reference,
  storeId,
  /** Payer of the transfer; the other one is the payee. */
  from: z.enum(['MERCHANT', 'STORE']),
  amount,
  narration,
})
const sweep = z.strictObject({ reference, terminalId, narration })

/** Adds the calls by which merchants open shops, stores and terminals, set their status, and move money to and from stores. */
export function addStoreCalls(scope: FastifyInstance, services: AppDeps, folder: string): void {
  const add = <S extends z.ZodType>(path: string, body: S, handle: MerchantHandler<S>) =>
    addSignedCall(scope, services, merchantCall(services, { path: `${folder}/${path}`, body, answer: handle }))
  add('shops', shop, createShop)
  add('shops/status', shopStatus, setShop)
  add('stores', store, createStore)
  add('terminals', terminal, createTerminal)
  add('terminals/status', terminalStatus, setTerminal)
  add('store-transfers', transfer, transferStore)
  add('terminal-sweeps', sweep, sweepToStore)
}

/** Returns the id of a merchant's store; throws a 404 for one of another merchant or mode. */
export async function ownStore(db: Database, merchant: Merchant, id: string): Promise<string> {
  return (await findStore(db, id, { mode: merchant.mode, merchantId: merchant.id })).id
}

const createShop: MerchantHandler<typeof shop> = (services, merchant, input) => {
  const { reference: ownReference, name: shopName, branch } = input
  const request = { call: 'shop', reference: ownReference, body: input, content: [shopName, branch] }
  const reply = z.object({ shopId: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    return { shopId: await openShop(db, { mode, merchantId, name: shopName, branch, at }) }
  })
}

/** Sets the status of a shop; repeating it has no effect. */
const setShop: MerchantHandler<typeof shopStatus> = async (
  { db, clock },
  { id: merchantId, mode },
  { shopId: ownShopId, ...to },
) => {
  await transact(db, (t) => setShopStatus(t, ownShopId, { mode, merchantId, ...to, at: clock() }))
  return { shopId: ownShopId, ...to }
}

const createStore: MerchantHandler<typeof store> = (services, merchant, input) => {
  const { reference: ownReference, name: storeName, shopId: inShop } = input
  const request = { call: 'store', reference: ownReference, body: input, content: [storeName, inShop] }
  const reply = z.object({ storeId: z.string(), accountNumber: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    const { id, number } = await openStore(db, { mode, merchantId, name: storeName, shopId: inShop, at })
    return { storeId: id, accountNumber: number }
  })
}

const createTerminal: MerchantHandler<typeof terminal> = (services, merchant, input) => {
  const { reference: ownReference, storeId: inStore, serialNumber } = input
  const request = { call: 'terminal', reference: ownReference, body: input, content: [inStore, serialNumber] }
  const reply = z.object({ terminalId: z.string(), accountNumber: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    const { id, number } = await openTerminal(db, { mode, merchantId, storeId: inStore, serialNumber, at })
    return { terminalId: id, accountNumber: number }
  })
}

/** Sets the status of a terminal; repeating it has no effect. */
const setTerminal: MerchantHandler<typeof terminalStatus> = async (
  { db, clock },
  merchant,
  { terminalId: ownTerminalId, ...to },
) => {
  const { id: merchantId, mode } = merchant
  await transact(db, (t) => setTerminalStatus(t, ownTerminalId, { mode, merchantId, ...to, at: clock() }))
  return { terminalId: ownTerminalId, ...to }
}

const transferStore: MerchantHandler<typeof transfer> = (services, merchant, input) => {
  const { reference: ownReference, storeId: ownStoreId, from, amount: amountKobo, narration: narrationText } = input
  const request = {
    call: 'store transfer',
    reference: ownReference,
    body: input,
    content: [ownStoreId, from, amountKobo],
  }
  const reply = z.object({ debitId: z.string(), creditId: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    await rejectUsedReference(db, merchant, ownReference)
    const own = { merchantId, walletId: null }
    const storeAccount = { ...own, placeId: await ownStore(db, merchant, ownStoreId) }
    const [payer, receiver] = from === 'STORE' ? [storeAccount, own] : [own, storeAccount]
    return await bookTransfer(db, {
      mode,
      from: payer,
      to: receiver,
      amountKobo,
      reference: ownReference,
      narration: narrationText,
      at,
    })
  })
}

const sweepToStore: MerchantHandler<typeof sweep> = (services, merchant, input) => {
  const { reference: ownReference, terminalId: swept, narration: narrationText } = input
  const request = { call: 'terminal sweep', reference: ownReference, body: input, content: [swept] }
  const reply = z.object({ debitId: z.string(), creditId: z.string() })
  return withMerchantIdempotency(services, merchant, request, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    await rejectUsedReference(db, merchant, ownReference)
    const moved = await sweepTerminal(db, {
      mode,
      merchantId,
      terminalId: swept,
      reference: ownReference,
      narration: narrationText,
      at,
    })
    if (!moved) throw unprocessable('This terminal has nothing to sweep')
    return { debitId: moved.debitId, creditId: moved.creditId }
  })
}
