import { randomInt } from 'node:crypto'
import type { Mode } from '@kobo/contract/kit/mode'
import { naira } from '@kobo/contract/kit/naira'
import { sql } from 'kysely'
import { newReference } from '@kobo/server/engine/reference'
import { banks } from '@kobo/server/rails/banks'
import { receiveTransfer } from './demo-bank.ts'
import type { Stage } from './partners.ts'
import { branches, counters, makers } from './shop-floors.ts'
import { pickFrom, solvent, someAccountNumber, someName } from './traffic-accounts.ts'
import { wares } from './trades.ts'

const leastKobo = 500_000n

interface SomeTerminal {
  id: string
  number: string
  merchantId: string
  storeId: string
  terminalHolds: bigint
  storeHolds: bigint
}

/** Mostly pays at a terminal; sometimes sweeps it, transfers to or from a store, pays out of a store, or opens a shop. */
export async function trade(stage: Stage, mode: Mode, amountKobo: bigint): Promise<void> {
  const { db, partners } = stage
  const terminal = await someTerminal(db, mode)
  const dice = randomInt(12)
  if (!terminal || dice === 0) return await openShop(stage, mode)
  const { number: accountNumber, merchantId, storeId } = terminal
  const reference = newReference(new Date())
  const part = (held: bigint) => naira((held / BigInt(randomInt(2, 8)) / 10_000n) * 10_000n)
  if (dice === 1 && terminal.terminalHolds > 0n) {
    await partners.ask(merchantId, 'terminal-sweeps', { reference, terminalId: terminal.id })
  } else if (dice === 2 && terminal.storeHolds >= leastKobo) {
    const transfer = { reference, storeId, from: 'STORE', amount: part(terminal.storeHolds), narration: 'Takings' }
    await partners.ask(merchantId, 'store-transfers', transfer)
  } else if (dice === 3) await float(stage, mode)
  else if (dice === 4 && terminal.storeHolds >= leastKobo) {
    const bank = pickFrom(banks.filter(({ code }) => code !== '101'))
    if (!bank) return
    await partners.ask(merchantId, 'payouts', {
      reference,
      storeId,
      amount: part(terminal.storeHolds),
      beneficiary: { name: someName(), accountNumber: someAccountNumber(bank.code), bankCode: bank.code },
      narration: 'Supplier',
    })
  } else await receiveTransfer(partners, { mode, accountNumber, amountKobo, narration: pickFrom(wares) ?? '' })
}

/** Transfers money from a merchant to its store. */
async function float({ db, partners }: Stage, mode: Mode): Promise<void> {
  const { rows } = await sql<{ merchant_id: string; store_id: string }>`
    select store.merchant_id, store.id as store_id
    from store join merchant on merchant.id = store.merchant_id and merchant.status = 'ACTIVE'
    join account on account.merchant_id = store.merchant_id and account.kind = 'MERCHANT'
    where store.mode = ${mode} and available_kobo >= ${leastKobo}
    order by random() limit 1`.execute(db)
  const [store] = rows
  if (!store) return
  const { merchant_id: merchantId, store_id: storeId } = store
  const transfer = {
    reference: newReference(new Date()),
    storeId,
    from: 'MERCHANT',
    amount: 1000,
    narration: 'Till float',
  }
  await partners.ask(merchantId, 'store-transfers', transfer)
}

/** Opens a shop with a store and a terminal. */
async function openShop({ db, partners }: Stage, mode: Mode): Promise<void> {
  const merchant = pickFrom((await solvent(db, mode, leastKobo)).filter(({ walletId }) => walletId === null))
  if (!merchant) return
  const { merchantId, accountName } = merchant
  const callApi = (path: string, body: object) =>
    partners.ask(merchantId, path, { reference: newReference(new Date()), ...body })
  const { shopId } = await callApi('shops', { name: accountName.slice(0, 100), branch: pickFrom(branches) ?? '' })
  const { storeId } = await callApi('stores', { name: pickFrom(counters) ?? '', shopId })
  const serialNumber = `${pickFrom(makers)}-${String(randomInt(100_000_000)).padStart(8, '0')}`
  await callApi('terminals', { storeId, serialNumber })
}

/** Returns an active terminal of an active merchant. */
async function someTerminal(db: Stage['db'], mode: Mode): Promise<SomeTerminal | undefined> {
  const { rows } = await sql<SomeTerminal>`
    select terminal.id, own.account_number as number, terminal.merchant_id as "merchantId", store_id as "storeId",
      own.available_kobo as "terminalHolds", held.available_kobo as "storeHolds"
    from terminal
    join merchant on merchant.id = terminal.merchant_id and merchant.status = 'ACTIVE'
    join account as own on own.id = terminal.id
    join account as held on held.id = store_id
    join store on store.id = store_id
    left join shop on shop.id = shop_id
    where terminal.mode = ${mode} and terminal.inactive_since is null and shop.inactive_since is null
    order by random() limit 1`.execute(db)
  return rows[0]
}
