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
import { addSignedCall, type Merchant } from './signed-calls.ts'

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
  const add = <S extends z.ZodType>(path: string, body: S, answer: MerchantHandler<S>) =>
    addSignedCall(scope, services, merchantCall(services, { path: `${folder}/${path}`, body, answer }))
  add('shops', shop, openOne)
  add('shops/status', shopStatus, setShop)
  add('stores', store, openIn)
  add('terminals', terminal, putIn)
  add('terminals/status', terminalStatus, setTerminal)
  add('store-transfers', transfer, move)
  add('terminal-sweeps', sweep, sweepOne)
}

/** Returns the id of a merchant's store; throws a 404 for one of another merchant or mode. */
export async function ownStore(db: Database, merchant: Merchant, id: string): Promise<string> {
  return (await findStore(db, id, { mode: merchant.mode, merchantId: merchant.id })).id
}

const openOne: MerchantHandler<typeof shop> = (services, merchant, input) => {
  const { reference: of, name: called, branch } = input
  const ask = { call: 'shop', reference: of, body: input, content: [called, branch] }
  const reply = z.object({ shopId: z.string() })
  return withMerchantIdempotency(services, merchant, ask, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    return { shopId: await openShop(db, { mode, merchantId, name: called, branch, at }) }
  })
}

/** Sets the status of a shop; repeating it has no effect. */
const setShop: MerchantHandler<typeof shopStatus> = async (
  { db, clock },
  { id: merchantId, mode },
  { shopId: of, ...to },
) => {
  await transact(db, (t) => setShopStatus(t, of, { mode, merchantId, ...to, at: clock() }))
  return { shopId: of, ...to }
}

const openIn: MerchantHandler<typeof store> = (services, merchant, input) => {
  const { reference: of, name: called, shopId: inShop } = input
  const ask = { call: 'store', reference: of, body: input, content: [called, inShop] }
  const reply = z.object({ storeId: z.string(), accountNumber: z.string() })
  return withMerchantIdempotency(services, merchant, ask, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    const { id, number } = await openStore(db, { mode, merchantId, name: called, shopId: inShop, at })
    return { storeId: id, accountNumber: number }
  })
}

const putIn: MerchantHandler<typeof terminal> = (services, merchant, input) => {
  const { reference: of, storeId: inStore, serialNumber } = input
  const ask = { call: 'terminal', reference: of, body: input, content: [inStore, serialNumber] }
  const reply = z.object({ terminalId: z.string(), accountNumber: z.string() })
  return withMerchantIdempotency(services, merchant, ask, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    const { id, number } = await openTerminal(db, { mode, merchantId, storeId: inStore, serialNumber, at })
    return { terminalId: id, accountNumber: number }
  })
}

/** Sets the status of a terminal; repeating it has no effect. */
const setTerminal: MerchantHandler<typeof terminalStatus> = async (
  { db, clock },
  merchant,
  { terminalId: of, ...to },
) => {
  const { id: merchantId, mode } = merchant
  await transact(db, (t) => setTerminalStatus(t, of, { mode, merchantId, ...to, at: clock() }))
  return { terminalId: of, ...to }
}

const move: MerchantHandler<typeof transfer> = (services, merchant, input) => {
  const { reference: of, storeId: ofStore, from, amount: amountKobo, narration: words } = input
  const ask = { call: 'store transfer', reference: of, body: input, content: [ofStore, from, amountKobo] }
  const reply = z.object({ debitId: z.string(), creditId: z.string() })
  return withMerchantIdempotency(services, merchant, ask, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    await rejectUsedReference(db, merchant, of)
    const own = { merchantId, walletId: null }
    const place = { ...own, placeId: await ownStore(db, merchant, ofStore) }
    const [payer, receiver] = from === 'STORE' ? [place, own] : [own, place]
    return await bookTransfer(db, { mode, from: payer, to: receiver, amountKobo, reference: of, narration: words, at })
  })
}

const sweepOne: MerchantHandler<typeof sweep> = (services, merchant, input) => {
  const { reference: of, terminalId: swept, narration: words } = input
  const ask = { call: 'terminal sweep', reference: of, body: input, content: [swept] }
  const reply = z.object({ debitId: z.string(), creditId: z.string() })
  return withMerchantIdempotency(services, merchant, ask, reply, async (db, at) => {
    const { id: merchantId, mode } = merchant
    await rejectUsedReference(db, merchant, of)
    const moved = await sweepTerminal(db, {
      mode,
      merchantId,
      terminalId: swept,
      reference: of,
      narration: words,
      at,
    })
    if (!moved) throw unprocessable('This terminal has nothing to sweep')
    return { debitId: moved.debitId, creditId: moved.creditId }
  })
}
