import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movementsOf } from '../../areas/statements/statement-movements.ts'
import { transact } from '../../db/transact.ts'
import { terminalMonthKobo } from '../../ledger/charge-rates.ts'
import { balances } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { aShopFloor, payAtTerminal, type Place, type ShopFloor, transferOfStore } from '../../testing/stores.ts'
import { bookTransfer } from '../book-transfer.ts'
import { submitPayout } from '../payouts/submit-payout.ts'
import { billTerminal, billTerminals, monthsDue } from './bill-terminals.ts'
import { setShopStatus, setTerminalStatus } from './active-status.ts'
import { sweepTerminals } from './sweep-day.ts'
import { sweepTerminal } from './sweep-terminal.ts'
import { processItems } from '../../testing/run-inline.ts'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
  merchant = await aFundedMerchant(database.db, 50_000_000n)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

const jobs = () => still.engine().jobs
const pay = (floor: ShopFloor, amountKobo: bigint, sessionId?: string) =>
  payAtTerminal(database.db, jobs(), floor, { amountKobo, ...(sessionId !== undefined && { sessionId }) })
const lagosToday = () => lagosDay(still.clock())
const today = () => new Date()

async function bookedOf({ id }: Pick<Place, 'id'>): Promise<bigint> {
  return (await balances(database.db, [id])).get(id)?.bookedKobo ?? 0n
}

async function rowsOn({ id }: Place) {
  return await database.db
    .selectFrom('transaction')
    .select(['type', 'category', 'status', 'amount_kobo', 'fee_kobo', 'vat_kobo', 'scope', 'terminal_id', 'reference'])
    .where('account_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const sweep = ({ mode, merchantId, terminal }: ShopFloor, reference: string) =>
  transact(database.db, (t) =>
    sweepTerminal(t, { mode, merchantId, terminalId: terminal.id, reference, narration: '', at: today() }),
  )

describe('terminal collections', () => {
  it('STORE-02 credits the terminal less the fee of static accounts and its VAT', async () => {
    const floor = await aShopFloor(database.db, merchant)
    expect(await pay(floor, 100_000n)).toMatchObject({ outcome: 'CREDITED' })
    expect(await rowsOn(floor.terminal)).toMatchObject([
      {
        type: 'CREDIT',
        category: 'CREDIT_STORE',
        status: 'SUCCESS',
        scope: 'TERMINAL',
        terminal_id: floor.terminal.id,
        amount_kobo: 100_000n,
        fee_kobo: 500n,
        vat_kobo: 38n,
      },
    ])
    expect(await bookedOf(floor.terminal)).toBe(99_462n)
    expect(await bookedOf(floor.store)).toBe(0n)
  })

  it('processes a collection once under concurrent duplicate calls', async () => {
    const floor = await aShopFloor(database.db, merchant)
    const sessionId = newSessionId(today())
    const responses = await Promise.all(Array.from({ length: 6 }, () => pay(floor, 100_000n, sessionId)))
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    expect(await bookedOf(floor.terminal)).toBe(99_462n)
  })

  it('declines collections at an inactive terminal, in an inactive shop and on the number of a store', async () => {
    const floor = await aShopFloor(database.db, merchant)
    const { mode, merchantId, terminal, shopId, serialNumber } = floor
    const change = { mode, merchantId, at: today() }
    const setTerminal = (status: 'ACTIVE' | 'INACTIVE') =>
      transact(database.db, (t) => setTerminalStatus(t, terminal.id, { ...change, status }))
    await setTerminal('INACTIVE')
    await setTerminal('INACTIVE')
    expect(await pay(floor, 5000n)).toEqual({
      outcome: 'DECLINED',
      reason: `Terminal ${serialNumber} is not active`,
    })
    await setTerminal('ACTIVE')
    await transact(database.db, (t) => setShopStatus(t, shopId, { ...change, status: 'INACTIVE' }))
    expect(await pay(floor, 5000n)).toEqual({
      outcome: 'DECLINED',
      reason: `Shop Kernel & Sons of terminal ${serialNumber} is not active`,
    })
    expect(await pay({ ...floor, terminal: floor.store }, 5000n)).toEqual({
      outcome: 'DECLINED',
      reason: `Account ${floor.store.number} does not receive payments`,
    })
    expect(await bookedOf(terminal)).toBe(0n)
    expect((await rowsOn(terminal)).map(({ status }) => status)).toEqual(['DECLINED', 'DECLINED'])
  })

  it('rejects terminals of another merchant or mode', async () => {
    const floor = await aShopFloor(database.db, merchant)
    expect(await pay({ ...floor, mode: 'SANDBOX' }, 5000n)).toMatchObject({ outcome: 'DECLINED' })
    const change = { status: 'INACTIVE', at: today() } as const
    const stranger = await aFundedMerchant(database.db, 1n)
    await expect(
      transact(database.db, (t) =>
        setTerminalStatus(t, floor.terminal.id, { ...change, mode: 'PRODUCTION', merchantId: stranger.id }),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('terminal sweeps', () => {
  it('STORE-02 sweeps the full balance of a terminal to its store in one posting', async () => {
    const floor = await aShopFloor(database.db, merchant)
    await pay(floor, 100_000n)
    expect(await sweep(floor, 'SWEEP-ONE')).toMatchObject({ amountKobo: 99_462n })
    const side = { reference: 'SWEEP-ONE', amount_kobo: 99_462n, terminal_id: floor.terminal.id, fee_kobo: 0n }
    expect((await rowsOn(floor.terminal)).at(-1)).toMatchObject({
      ...side,
      type: 'DEBIT',
      category: 'TRANSFER_FROM_TERMINAL',
      scope: 'TERMINAL',
    })
    expect(await rowsOn(floor.store)).toMatchObject([
      { ...side, type: 'CREDIT', category: 'TERMINAL_TO_STORE', scope: 'STORE' },
    ])
    expect([await bookedOf(floor.terminal), await bookedOf(floor.store)]).toEqual([0n, 99_462n])
    expect(await sweep(floor, 'SWEEP-TWO')).toBeNull()
  })

  it('sweeps a terminal exactly under concurrent sweeps and collections', async () => {
    const floor = await aShopFloor(database.db, merchant)
    await pay(floor, 100_000n)
    await Promise.all([
      sweep(floor, 'SWEEP-A'),
      sweep(floor, 'SWEEP-B'),
      pay(floor, 100_000n),
      sweep(floor, 'SWEEP-C'),
      pay(floor, 100_000n),
    ])
    expect((await bookedOf(floor.terminal)) + (await bookedOf(floor.store))).toBe(3n * 99_462n)
  })

  it('sweeps active and inactive terminals once a day under concurrent servers', async () => {
    const [one, other] = [await aShopFloor(database.db, merchant), await aShopFloor(database.db, merchant)]
    await pay(one, 100_000n)
    await pay(other, 200_000n)
    const { mode, merchantId } = other
    const change = { mode, merchantId, status: 'INACTIVE', at: today() } as const
    await transact(database.db, (t) => setTerminalStatus(t, other.terminal.id, change))
    const work = () => processItems(sweepTerminals(still.engine()), lagosToday())
    await Promise.all([work(), work(), work()])
    expect([await bookedOf(one.terminal), await bookedOf(one.store)]).toEqual([0n, 99_462n])
    expect([await bookedOf(other.terminal), await bookedOf(other.store)]).toEqual([0n, 198_925n])
    await pay(one, 100_000n)
    await work()
    expect([await bookedOf(one.terminal), await bookedOf(one.store)]).toEqual([99_462n, 99_462n])
    await processItems(sweepTerminals(still.engine()), '2031-01-01')
    expect(await bookedOf(one.terminal)).toBe(0n)
  })
})

describe('transfers between merchant and store', () => {
  it('STORE-02 records a transfer on store and merchant with its own category on each, and on the statement', async () => {
    const floor = await aShopFloor(database.db, merchant)
    const own = await ownAccount(database.db, merchant.id)
    await transferOfStore(database.db, floor, { from: 'MERCHANT', amountKobo: 70_000n })
    await transferOfStore(database.db, floor, { from: 'STORE', amountKobo: 20_000n })
    expect(await bookedOf(floor.store)).toBe(50_000n)
    const after = await ownAccount(database.db, merchant.id)
    expect(after.booked_kobo - own.booked_kobo).toBe(-50_000n)
    expect(await rowsOn(floor.store)).toMatchObject([
      { type: 'CREDIT', category: 'TRANSFER_FROM_MERCHANT', amount_kobo: 70_000n, terminal_id: null },
      { type: 'DEBIT', category: 'TRANSFER_FROM_STORE', amount_kobo: 20_000n, terminal_id: null },
    ])
    const moved = (await rowsOn({ id: own.id, number: '' })).slice(-2)
    expect(moved).toMatchObject([
      { type: 'DEBIT', category: 'MERCHANT_DEBIT', amount_kobo: 70_000n, scope: 'MERCHANT' },
      { type: 'CREDIT', category: 'MERCHANT_CREDIT', amount_kobo: 20_000n, scope: 'MERCHANT' },
    ])
    const results = []
    const [from, to] = [new Date('2026-01-01'), new Date('2099-01-01')]
    for await (const piece of movementsOf(database.db, own.id, from, to, 0n)) results.push(...piece)
    expect(results.at(-1)?.balanceKobo).toBe(after.booked_kobo)
    expect(results.slice(-2).map(({ amountKobo }) => amountKobo)).toEqual([-70_000n, 20_000n])
  })

  it('rejects a transfer without funds, of another merchant, or between terminal and merchant', async () => {
    const floor = await aShopFloor(database.db, merchant)
    await expect(transferOfStore(database.db, floor, { from: 'STORE', amountKobo: 1n })).rejects.toMatchObject({
      code: 'insufficient_funds',
    })
    const stranger = await aFundedMerchant(database.db, 10_000n)
    const from = { merchantId: stranger.id, walletId: null }
    const order = { mode: 'PRODUCTION', amountKobo: 1n, reference: 'NEVER', narration: '', at: today() } as const
    const move = (to: { merchantId: string; placeId: string }) =>
      transact(database.db, (t) => bookTransfer(t, { ...order, from, to: { walletId: null, ...to } }))
    await expect(move({ merchantId: merchant.id, placeId: floor.store.id })).rejects.toMatchObject({ code: 'refused' })
    await expect(move({ merchantId: stranger.id, placeId: floor.store.id })).rejects.toMatchObject({ code: 'refused' })
    const own = { merchantId: merchant.id, walletId: null }
    await expect(
      transact(database.db, (t) =>
        bookTransfer(t, { ...order, from: own, to: { ...own, placeId: floor.terminal.id } }),
      ),
    ).rejects.toMatchObject({ code: 'refused', message: 'Transfers between these accounts are not supported' })
  })
})

describe('terminal fees', () => {
  const opened = new Date('2026-09-20T10:00:00Z')
  const bill = (day: string, at = today()) => processItems(billTerminals({ ...still.engine(), clock: () => at }), day)

  it('STORE-02 charges each terminal month with VAT to its store once under concurrent servers', async () => {
    const floor = await aShopFloor(database.db, merchant, { at: opened })
    await transferOfStore(database.db, floor, { from: 'MERCHANT', amountKobo: 1_000_000n })
    const [fees, vat] = [providerAccount('PRODUCTION', 'FEE_INCOME'), providerAccount('PRODUCTION', 'VAT_PAYABLE')]
    const before = await balances(database.db, [fees, vat])
    const [due] = await monthsDue(database.db, [floor.terminal.id], '2026-09-30')
    if (!due) throw new Error('A month is due')
    const at = today()
    await Promise.all([1, 2, 3, 4].map(() => transact(database.db, (t) => billTerminal(t, { ...due, at }))))
    const after = await balances(database.db, [fees, vat])
    const gained = (id: string) => (after.get(id)?.bookedKobo ?? 0n) - (before.get(id)?.bookedKobo ?? 0n)
    expect([gained(fees), gained(vat)]).toEqual([terminalMonthKobo, 3750n])
    expect((await rowsOn(floor.store)).slice(1)).toEqual([
      {
        type: 'DEBIT',
        category: 'DEBIT_STORE',
        status: 'SUCCESS',
        scope: 'STORE',
        terminal_id: floor.terminal.id,
        amount_kobo: 50_000n,
        fee_kobo: 0n,
        vat_kobo: 3750n,
        reference: `TERMINAL/2026-09/${floor.terminal.number}`,
      },
    ])
    await Promise.all([bill('2026-11-02'), bill('2026-11-02')])
    const months = (await rowsOn(floor.store)).slice(1).map(({ reference }) => reference.slice(9, 16))
    expect(months.toSorted()).toEqual(['2026-09', '2026-10', '2026-11'])
  })

  it('leaves a fee due until the store has enough funds and never overdraws it', async () => {
    const floor = await aShopFloor(database.db, merchant, { at: opened })
    await transferOfStore(database.db, floor, { from: 'MERCHANT', amountKobo: 60_000n })
    await bill('2026-10-05')
    expect(await bookedOf(floor.store)).toBe(6_250n)
    const due = () => monthsDue(database.db, [floor.terminal.id], '2026-10-05')
    expect((await due()).map(({ month }) => month)).toEqual(['2026-10'])
    await transferOfStore(database.db, floor, { from: 'MERCHANT', amountKobo: 47_500n })
    await bill('2026-10-06')
    expect(await bookedOf(floor.store)).toBe(0n)
    expect(await due()).toEqual([])
  })

  it('bills at most 12 months and skips months when the terminal was inactive', async () => {
    const floor = await aShopFloor(database.db, merchant, { at: opened })
    const { mode, merchantId, terminal } = floor
    const months = async (day: string) => (await monthsDue(database.db, [terminal.id], day)).map(({ month }) => month)
    expect(await months('2026-08-31')).toEqual([])
    const year = await months('2028-03-15')
    expect([year.length, year[0], year.at(-1)]).toEqual([12, '2027-04', '2028-03'])
    const set = (status: 'ACTIVE' | 'INACTIVE', at: string) =>
      transact(database.db, (t) => setTerminalStatus(t, terminal.id, { mode, merchantId, status, at: new Date(at) }))
    await set('INACTIVE', '2026-10-31T23:30:00Z')
    // In Lagos it is November by then.
    expect(await months('2027-01-10')).toEqual(['2026-09', '2026-10', '2026-11'])
    await set('ACTIVE', '2027-02-10T10:00:00Z')
    expect(await months('2027-03-10')).toEqual(['2027-02', '2027-03'])
  })
})

describe('store payouts', () => {
  it('STORE-02 holds, sends and posts a store payout at the merchant’s transfer fees', async () => {
    const floor = await aShopFloor(database.db, merchant)
    await transferOfStore(database.db, floor, { from: 'MERCHANT', amountKobo: 400_000n })
    const order = {
      mode: floor.mode,
      merchantId: merchant.id,
      walletId: null,
      ownAccountId: floor.store.id,
      amountKobo: 250_000n,
      beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
      narration: 'Supplier',
      reference: 'STORE-PAYOUT-1',
      at: still.clock(),
    }
    const { transactionId } = await transact(database.db, (t) => submitPayout(t, jobs(), order))
    await still.work(transactionId)
    const row = await database.db
      .selectFrom('transaction')
      .selectAll()
      .where('id', '=', transactionId)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      status: 'SUCCESS',
      scope: 'STORE',
      account_id: floor.store.id,
      category: 'BANK_TRANSFER',
      fee_kobo: 1000n,
      vat_kobo: 75n,
      terminal_id: null,
    })
    expect(await bookedOf(floor.store)).toBe(148_925n)
  })

  it('fails a payout above the balance of the store and rejects one from a terminal', async () => {
    const floor = await aShopFloor(database.db, merchant)
    const order = {
      mode: floor.mode,
      merchantId: merchant.id,
      walletId: null,
      amountKobo: 250_000n,
      beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
      narration: 'Supplier',
      at: still.clock(),
    }
    const submit = (ownAccountId: string, reference: string) =>
      transact(database.db, (t) => submitPayout(t, jobs(), { ...order, ownAccountId, reference }))
    const { transactionId } = await submit(floor.store.id, 'STORE-PAYOUT-2')
    await still.work(transactionId)
    const { rows } = await sql<{ status: string }>`select status from transaction where id = ${transactionId}`.execute(
      database.db,
    )
    expect(rows).toEqual([{ status: 'FAILED' }])
    await expect(submit(floor.terminal.id, 'STORE-PAYOUT-3')).rejects.toMatchObject({ code: 'no_account' })
  })
})

it('passes the ledger check after all store tests', async () => {
  expect(await verifyLedger(database.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
