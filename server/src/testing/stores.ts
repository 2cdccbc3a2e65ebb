import { randomInt } from 'node:crypto'
import { type Mode, modeOfRow } from '@kobo/contract/kit/mode'
import type { Database } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { type CollectionOutcome, receiveCollection } from '../engine/collections/receive-collection.ts'
import { bookTransfer } from '../engine/book-transfer.ts'
import { openShop, openStore } from '../engine/stores/open-store.ts'
import { openTerminal } from '../engine/stores/open-terminal.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { newSessionId } from '../rails/session-id.ts'

/** Store or terminal that holds money. */
export interface Place {
  id: string
  number: string
}

export interface ShopFloor {
  mode: Mode
  merchantId: string
  shopId: string
  store: Place
  terminal: Place
  serialNumber: string
}

interface Fields {
  shop?: string
  branch?: string
  store?: string
  serialNumber?: string
  at?: Date
}

/** Creates an empty shop of a merchant with one store and a terminal in it. */
export async function aShopFloor(
  db: Database,
  merchant: { id: string; mode: string },
  fields: Fields = {},
): Promise<ShopFloor> {
  const { shop = 'Kernel & Sons', branch = 'Ikeja, Lagos', store = 'Front counter', at = new Date() } = fields
  const serialNumber = fields.serialNumber ?? `TRM${randomInt(1e12)}`
  const mode = modeOfRow(merchant)
  const owner = { mode, merchantId: merchant.id, at }
  return await transact(db, async (t) => {
    const shopId = await openShop(t, { ...owner, name: shop, branch })
    const opened = await openStore(t, { ...owner, name: store, shopId })
    const terminal = await openTerminal(t, { ...owner, storeId: opened.id, serialNumber })
    return { mode, merchantId: merchant.id, shopId, store: opened, terminal, serialNumber }
  })
}

interface Paid {
  amountKobo: bigint
  sessionId?: string
  at?: Date
}

/** Credits a payment at a terminal and returns the response to the switch. */
export async function payAtTerminal(
  db: Database,
  jobs: Jobs,
  { mode, terminal }: Pick<ShopFloor, 'mode' | 'terminal'>,
  { amountKobo, at = new Date(), sessionId = newSessionId(at) }: Paid,
): Promise<CollectionOutcome> {
  return await transact(db, (t) =>
    receiveCollection(t, jobs, {
      mode,
      accountNumber: terminal.number,
      amountKobo,
      sender: { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' },
      sessionId,
      narration: 'Rice and oil',
      route: 'NIP',
      at,
    }),
  )
}

/** Transfers money from a merchant to its store, or from the store to the merchant. */
export async function transferOfStore(
  db: Database,
  { mode, merchantId, store }: Pick<ShopFloor, 'mode' | 'merchantId' | 'store'>,
  { from, amountKobo, at = new Date() }: { from: 'MERCHANT' | 'STORE'; amountKobo: bigint; at?: Date },
) {
  const own = { merchantId, walletId: null }
  const storeAccount = { ...own, placeId: store.id }
  const [payer, receiver] = from === 'STORE' ? [storeAccount, own] : [own, storeAccount]
  const move = {
    mode,
    from: payer,
    to: receiver,
    amountKobo,
    reference: `STORE-${randomInt(1e12)}`,
    narration: 'Till',
    at,
  }
  return await transact(db, (t) => bookTransfer(t, move))
}
