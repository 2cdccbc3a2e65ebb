import { aShopFloor } from '../../testing/stores.ts'
import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { foldAll } from '../../ledger/fold.ts'
import { hold, type Line, post } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { collect } from '../../testing/ledger-fixtures.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { uuidv7 } from '../../uuid.ts'

const {
  merchants,
  wallets,
  childAccounts,
  subAccounts,
  stores,
  terminals,
  provider,
  account: accountCall,
  series,
  entries,
  transfer,
} = contract.ledger

let app: TestApp
let ada: Client
let shop: CustomerAccount
let customer: CustomerAccount
let test: CustomerAccount
let today: string

/** Posts money to or from an account, dated some days ago. */
async function postCollection(account: CustomerAccount, amountKobo: bigint, daysAgo: number): Promise<void> {
  const float = providerAccount(account.mode, 'FLOAT_NIP')
  const lines: Line[] = [
    { accountId: account.id, amountKobo },
    { accountId: float, amountKobo: -amountKobo },
  ]
  const at = new Date(app.clock.now().getTime() - daysAgo * 86_400_000)
  const { mode, merchantId } = account
  const posting = { mode, kind: 'COLLECTION' as const, reference: uuidv7(), transactionId: null, merchantId, at, lines }
  await transact(app.db, (t) => post(t, posting))
}

const dayAgo = (days: number) => lagosDay(new Date(app.clock.now().getTime() - days * 86_400_000))

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  ;[shop, customer] = await someAccounts(app.db, 'PRODUCTION')
  ;[test] = await someAccounts(app.db, 'SANDBOX')
  await app.db.updateTable('merchant').set({ status: 'INACTIVE' }).where('id', '=', shop.merchantId).execute()
  // Makes the accounts older than the queried days.
  await app.db.updateTable('account').set({ created_at: '2020-01-01T00:00:00Z' }).execute()
  today = dayAgo(0)
  await postCollection(shop, 100_000n, 3)
  await postCollection(shop, -30_000n, 1)
  await foldAll(app.db)
  await postCollection(shop, 5_000n, 1)
  await postCollection(shop, 7_050n, 0)
  await postCollection(customer, 900n, 0)
  await postCollection(test, 1n, 0)
})
afterAll(() => app.close())

async function positionOf(query: Request<typeof merchants>) {
  const { data } = await ada.call(merchants, query)
  return data.merchants.find(({ id }) => id === shop.id)
}

describe('ledger positions', () => {
  it.each(['unfolded', 'folded'])(
    "LEDGER-01 returns a merchant's position on a day, exact with entries %s",
    async (state) => {
      if (state === 'folded') await foldAll(app.db)
      expect(await positionOf({})).toMatchObject({
        date: today,
        name: 'Kola Nut & Kernel Ltd',
        merchant: { id: shop.merchantId },
        openingBalance: 750,
        credit: 70.5,
        debit: 0,
        closingBalance: 820.5,
        availableBalance: 820.5,
        status: 'INACTIVE',
      })
      expect(await positionOf({ date: dayAgo(1) })).toMatchObject({
        date: dayAgo(1),
        openingBalance: 1000,
        credit: 50,
        debit: 300,
        closingBalance: 750,
        availableBalance: null,
      })
      expect(await positionOf({ date: dayAgo(2) })).toMatchObject({ openingBalance: 1000, closingBalance: 1000 })
      expect(await positionOf({ date: dayAgo(9) })).toMatchObject({ openingBalance: 0, credit: 0, closingBalance: 0 })
    },
  )

  it('LEDGER-01 omits accounts opened later and deducts holds from the available balance', async () => {
    expect(await positionOf({ date: '2019-12-31' })).toBeUndefined()
    const held = { accountId: customer.id, merchantId: customer.merchantId, amountKobo: 400n, at: app.clock.now() }
    await transact(app.db, async (t) => hold(t, { ...held, transactionId: uuidv7() }))
    const { data } = await ada.call(wallets, {})
    expect(data.wallets).toMatchObject([{ id: customer.id, closingBalance: 9, availableBalance: 5 }])
  })

  it('LEDGER-04 FILTER-34 filters positions by status in any spelling and by merchant', async () => {
    const total = async (query: Request<typeof merchants>) => (await ada.call(merchants, query)).data.totalRecords
    expect(await total({})).toBe(1)
    expect(await total({ status: 'INACTIVE' })).toBe(1)
    expect((await ada.call(merchants, {}, { rawQuery: 'status=inactive' })).data.totalRecords).toBe(1)
    expect(await total({ status: 'ACTIVE' })).toBe(0)
    expect(await total({ merchantId: shop.merchantId })).toBe(1)
    expect(await total({ merchantId: test.merchantId })).toBe(0)
    expect(await total({ merchantId: 'nobody' })).toBe(0)
    expect((await ada.call(merchants, { page: 2, size: 1 })).data).toEqual({ totalRecords: 1, merchants: [] })
  })

  it('LEDGER-02 FILTER-35 finds wallets by name and account number', async () => {
    const total = async (query: Request<typeof wallets>) => (await ada.call(wallets, query)).data.totalRecords
    const { account_number: number } = await app.db
      .selectFrom('account')
      .select('account_number')
      .where('id', '=', customer.id)
      .executeTakeFirstOrThrow()
    expect(await total({ wallet: 'kola' })).toBe(1)
    expect(await total({ wallet: number })).toBe(1)
    expect(await total({ wallet: 'nobody' })).toBe(0)
    expect(await total({ status: 'active' })).toBe(1)
    expect(await total({ status: 'inactive', wallet: 'kola' })).toBe(0)
  })

  it('LEDGER-05 returns positions of child accounts, subaccounts, stores, terminals and provider accounts', async () => {
    const child = await anAccountOf(app.db, shop, 'CHILD')
    const partner = await anAccountOf(app.db, shop, 'SUBACCOUNT')
    await postCollection(child, 250n, 0)
    const children = (await ada.call(childAccounts, { merchantId: shop.merchantId })).data
    expect(children).toMatchObject({
      totalRecords: 1,
      accounts: [{ id: child.id, kind: 'CHILD', closingBalance: 2.5 }],
    })
    const partners = (await ada.call(subAccounts, {})).data
    expect(partners).toMatchObject({ totalRecords: 1, accounts: [{ id: partner.id, name: 'Kernel Supplies' }] })
    const floor = await aShopFloor(app.db, { id: shop.merchantId, mode: 'PRODUCTION' }, { serialNumber: 'TRM1' })
    const counter = (await ada.call(stores, { merchantId: shop.merchantId })).data
    expect(counter.accounts).toMatchObject([{ id: floor.store.id, kind: 'STORE', name: 'Front counter' }])
    const machine = (await ada.call(terminals, { status: 'ACTIVE' })).data
    expect(machine.accounts).toMatchObject([{ id: floor.terminal.id, kind: 'TERMINAL', name: 'TRM1' }])
    expect((await ada.call(accountCall, { accountId: floor.terminal.id })).data.account).toMatchObject({ name: 'TRM1' })
    const providerReply = (await ada.call(provider, {})).data
    expect(providerReply.totalRecords).toBe(11)
    expect(providerReply.accounts[0]).toMatchObject({ name: 'Float at NIP', openingBalance: -750 })
    expect((await ada.call(provider, { status: 'INACTIVE' })).data.accounts).toMatchObject([
      { name: 'Settlement clearing (retired)' },
    ])
    const all = [children.accounts, providerReply.accounts, (await ada.call(merchants, {})).data.merchants].flat()
    const others = (await ada.call(wallets, {})).data.wallets
    expect([...all, ...others].reduce((sum, { closingBalance }) => sum + Math.round(100 * closingBalance), 0)).toBe(0)
  })

  it('rejects an invalid filter', async () => {
    for (const rawQuery of ['status=asleep', 'date=yesterday', 'date=2026-02-30', 'page=0']) {
      expect((await ada.call(merchants, {}, { rawQuery })).status).toBe(400)
    }
  })

  it('LEDGER-01 returns the position of one account, and 404 for an account of the other mode', async () => {
    const { data } = await ada.call(accountCall, { accountId: shop.id, date: dayAgo(1) })
    expect(data.account).toMatchObject({ id: shop.id, kind: 'MERCHANT', closingBalance: 750 })
    const float = providerAccount('PRODUCTION', 'FLOAT_NIP')
    expect((await ada.call(accountCall, { accountId: float })).data.account).toMatchObject({ kind: 'FLOAT_NIP' })
    for (const accountId of [test.id, providerAccount('SANDBOX', 'FLOAT_NIP'), 'none']) {
      expect((await ada.call(accountCall, { accountId })).status).toBe(404)
      expect((await ada.call(series, { accountId })).status).toBe(404)
      expect((await ada.call(entries, { accountId })).status).toBe(404)
    }
  })
})

describe('account history', () => {
  it('LEDGER-07 returns the closing balance of each day', async () => {
    const { data } = await ada.call(series, { accountId: shop.id, days: 4 })
    expect(data.series.map(({ closingBalance }) => closingBalance)).toEqual([1000, 1000, 750, 820.5])
    expect(data.series[2]).toEqual({ day: dayAgo(1), closingBalance: 750, credit: 50, debit: 300, entries: 2 })
    expect((await ada.call(series, {}, { rawQuery: `accountId=${shop.id}&days=91` })).status).toBe(400)
  })
})

describe('account entries', () => {
  const amounts = async (query: Partial<Request<typeof entries>>) => {
    const { data } = await ada.call(entries, { accountId: shop.id, ...query })
    return [
      data.totalRecords,
      ...data.entries.map(({ amount, direction }) => (direction === 'DEBIT' ? -amount : amount)),
    ]
  }

  it.each(['unfolded', 'folded'])(
    'LEDGER-06 lists the entries of one day or several, newest first, with days %s',
    async (state) => {
      if (state === 'folded') await foldAll(app.db)
      expect(await amounts({})).toEqual([4, 70.5, 50, -300, 1000])
      expect(await amounts({ date: dayAgo(0) })).toEqual([1, 70.5])
      expect(await amounts({ date: dayAgo(1) })).toEqual([2, 50, -300])
      expect(await amounts({ date: dayAgo(2) })).toEqual([0])
      expect(await amounts({ startDate: dayAgo(3), endDate: dayAgo(2) })).toEqual([1, 1000])
      expect((await amounts({ startDate: dayAgo(3) }))[0]).toBe(4)
      expect(await amounts({ startDate: dayAgo(1), endDate: dayAgo(3) })).toEqual([0])
    },
  )

  it('LEDGER-06 returns the balance after each entry on every page', async () => {
    const allEntries = await ada.call(entries, { accountId: shop.id, startDate: dayAgo(5) })
    expect(allEntries.data.entries[0]?.balance).toBe(820.5)
    let held = 0
    for (const { amount, direction, balance } of allEntries.data.entries.toReversed()) {
      held += direction === 'CREDIT' ? amount : -amount
      expect(balance).toBe(held)
    }
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => ada.call(entries, { accountId: shop.id, startDate: dayAgo(5), page, size: 1 })),
    )
    expect(pages.flatMap(({ data }) => data.entries)).toEqual(allEntries.data.entries)
    expect(pages.map(({ data }) => data.totalRecords)).toEqual([4, 4, 4, 4, 4])
  })

  it.each(['unfolded', 'folded'])(
    'LEDGER-06 computes the balances of a long day from either end, with days %s',
    async (state) => {
      const child = await anAccountOf(app.db, shop, 'CHILD')
      for (const kobo of [700n, -300n, 20n, 5n, -25n, 1n, 90n]) await postCollection(child, kobo, 2)
      await postCollection(child, 4n, 3)
      await postCollection(child, 6n, 1)
      if (state === 'folded') await foldAll(app.db)
      const read = async (query: Partial<Request<typeof entries>>) =>
        (await ada.call(entries, { accountId: child.id, ...query })).data.entries
      const allEntries = await read({})
      const naira = [5.01, 4.95, 4.05, 4.04, 4.29, 4.24, 4.04, 7.04, 0.04]
      expect(allEntries.map(({ balance }) => balance)).toEqual(naira)
      for (const size of [1, 2, 3, 4]) {
        const pages = Array.from({ length: Math.ceil(9 / size) }, (_, index) => read({ page: index + 1, size }))
        expect((await Promise.all(pages)).flat()).toEqual(allEntries)
      }
    },
  )

  it('LEDGER-06 PANEL-16 links each entry to its transaction and to the other lines of its transfer', async () => {
    const transactionId = await transact(app.db, (t) => collect(t, shop))
    const { data } = await ada.call(entries, { accountId: shop.id, date: '2026-03-04' })
    const [entry] = data.entries
    expect(entry).toMatchObject({ transactionId, category: 'BANK_FUNDING', kind: 'COLLECTION', amount: 2989.25 })
    const float = providerAccount('PRODUCTION', 'FLOAT_NIP')
    const floatEntries = await ada.call(entries, { accountId: float, date: '2026-03-04' })
    expect(floatEntries.data.entries).toMatchObject([{ transactionId, direction: 'DEBIT', amount: 3000 }])
    const transferId = entry?.transferId ?? ''
    const fullTransfer = (await ada.call(transfer, { transferId })).data.transfer
    expect(fullTransfer).toMatchObject({ id: transferId, transactionId, merchant: { id: shop.merchantId } })
    expect(fullTransfer.lines.map(({ name, direction, amount }) => [name, direction, amount])).toEqual([
      ['Kola Nut', 'CREDIT', 2989.25],
      ['Float at NIP', 'DEBIT', 3000],
      ['Fee income', 'CREDIT', 10],
      ['VAT payable', 'CREDIT', 0.75],
    ])
    expect((await ada.call(transfer, { transferId: uuidv7() })).status).toBe(404)
    expect((await (await app.signIn({ mode: 'SANDBOX' })).call(transfer, { transferId })).status).toBe(404)
  })
})
