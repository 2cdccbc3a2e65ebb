import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { applyCardOutcome } from '../../engine/card-payments/apply-card-outcome.ts'
import { closeVirtualAccount } from '../../engine/collections/close-virtual-account.ts'
import { openStaticAccount, openVirtualAccount } from '../../engine/collections/open-virtual-account.ts'
import { receiveCollection } from '../../engine/collections/receive-collection.ts'
import { foldAll } from '../../ledger/fold.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aCardPayer, aCheckout, approved } from '../../testing/card-payments.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'

const { list, info, transactions } = contract.virtualAccounts

let app: TestApp
let ada: Client
let merchant: { id: string; business_name: string }
let other: { id: string }
const numbers: Record<string, { id: string; number: string }> = {}

const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour))
const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' }

async function open(merchantId: string, name: string, day: number, mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') {
  const account = { mode, merchantId, walletId: null, accountName: name, at: at(day) }
  const payment = { amountKobo: 500_000n, reference: `ORD-${name}`, expiresAt: at(day, 20) }
  return await transact(app.db, (t) => openVirtualAccount(t, account, payment))
}

async function pay(number: string, day: number, amountKobo = 500_000n, hour = 10) {
  const collection = {
    mode: 'PRODUCTION',
    accountNumber: number,
    amountKobo,
    sender,
    narration: '',
    route: 'NIP',
  } as const
  const sessionId = newSessionId(at(day, hour))
  await transact(app.db, (t) =>
    receiveCollection(t, app.services.jobs, { ...collection, sessionId, at: at(day, hour) }),
  )
  return sessionId
}

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  const funded = await aFundedMerchant(app.db, 1_000_000n)
  merchant = await app.db.selectFrom('merchant').selectAll().where('id', '=', funded.id).executeTakeFirstOrThrow()
  other = await aFundedMerchant(app.db, 1_000_000n)
  numbers['paid'] = await open(merchant.id, 'Paid', 10)
  numbers['waiting'] = await open(merchant.id, 'Waiting', 11)
  numbers['closed'] = await open(other.id, 'Closed', 12)
  const sandbox = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
  await open(sandbox.id, 'Sandbox', 12, 'SANDBOX')
  const fixed = { mode: 'PRODUCTION', merchantId: other.id, walletId: null, accountName: 'Fixed', at: at(13) } as const
  const number = await transact(app.db, (t) => openStaticAccount(t, app.services.jobs, fixed))
  const { id } = await app.db
    .selectFrom('virtual_account')
    .select('id')
    .where('account_number', '=', number)
    .executeTakeFirstOrThrow()
  numbers['fixed'] = { id, number }
  await pay(numberOf('paid'), 10)
  await pay(numberOf('paid'), 11)
  await pay(numberOf('waiting'), 11, 1n, 11)
  const closing = {
    mode: 'PRODUCTION',
    merchantId: other.id,
    accountNumber: numberOf('closed'),
    at: at(12, 10),
  } as const
  await transact(app.db, (t) => closeVirtualAccount(t, closing))
  await pay(number, 14, 70_000n)
})
afterAll(() => app.close())

const numberOf = (name: string) => numbers[name]?.number ?? ''
const names = async (request: Request<typeof list>) => {
  const { data } = await ada.call(list, request)
  expect(data.totalRecords).toBe(data.accounts.length)
  return data.accounts.map(({ accountName }) => accountName)
}

it('API-83 VA-01 VA-02 lists virtual accounts of one mode, newest first, with all fields of a row', async () => {
  const { data } = await ada.call(list, {})
  expect(data.accounts.map(({ accountName }) => accountName)).toEqual(['Fixed', 'Closed', 'Waiting', 'Paid'])
  expect(data.accounts.at(-1)).toEqual({
    id: numbers['paid']?.id,
    createdAt: at(10).toISOString(),
    status: 'USED',
    kind: 'VIRTUAL',
    accountName: 'Paid',
    accountNumber: numberOf('paid'),
    bankName: 'Providus Bank',
    amount: 5000,
    charges: expect.any(Number),
    metadata: { reference: 'ORD-Paid' },
    merchant: { id: merchant.id, businessName: merchant.business_name },
    expiresAt: at(10, 20).toISOString(),
    closedAt: null,
  })
  expect(data.accounts[0]).toMatchObject({ kind: 'STATIC', status: 'USED', amount: null, charges: null })
})

it('API-83 finds virtual accounts by number, usage, name and days, with exact counts when folded or not', async () => {
  for (const fold of [false, true]) {
    if (fold) await foldAll(app.db)
    expect(await names({})).toHaveLength(4)
    expect(await names({ usage: 'USED' })).toEqual(['Fixed', 'Paid'])
    expect(await names({ usage: 'UNUSED' })).toEqual(['Closed', 'Waiting'])
    expect(await names({ usage: 'UNUSED', startDate: '2026-11-11', endDate: '2026-11-11' })).toEqual(['Waiting'])
    expect(await names({ startDate: '2026-11-12' })).toEqual(['Fixed', 'Closed'])
  }
  expect(await names({ accountNumber: numberOf('waiting') })).toEqual(['Waiting'])
  expect(await names({ accountNumber: numberOf('waiting').slice(0, 9), usage: 'UNUSED' })).toContain('Waiting')
  expect(await names({ name: 'pai' })).toEqual(['Paid'])
  expect(await names({ name: '%' })).toEqual([])
  expect(await names({ accountNumber: "1' or 1=1" })).toEqual([])
  expect(await names({ startDate: '2026-11-12', endDate: '2026-11-01' })).toEqual([])
})

it('API-83 API-85 pages the lists, and returns the total on a page past the end', async () => {
  const { data } = await ada.call(list, { page: 2, size: 3 })
  expect([data.totalRecords, data.accounts.map(({ accountName }) => accountName)]).toEqual([4, ['Paid']])
  expect((await ada.call(list, { page: 9 })).data).toEqual({ totalRecords: 4, accounts: [] })
  expect((await ada.call(transactions, { page: 9 })).data).toEqual({ totalRecords: 4, transactions: [] })
})

it('API-84 PANEL-17 returns a virtual account with its payments and the reason of a declined one', async () => {
  const { data } = await ada.call(info, { virtualAccountId: numbers['paid']?.id ?? '' })
  expect(data).toMatchObject({ status: 'USED', amount: 5000, wallet: null, usedAt: at(10, 10).toISOString() })
  expect(data.payments?.map(({ status, amount, senderName }) => [status, amount, senderName])).toEqual([
    ['DECLINED', 5000, 'Hadiza Bello'],
    ['SUCCESS', 5000, 'Hadiza Bello'],
  ])
  expect(data.payments?.[0]?.reason).toContain('already received its payment')
})

it('API-84 returns 404 for a virtual account of the other mode', async () => {
  const sandbox = app.db.selectFrom('virtual_account').select('id').where('mode', '=', 'SANDBOX')
  const { id } = await sandbox.executeTakeFirstOrThrow()
  expect(await ada.call(info, { virtualAccountId: id })).toMatchObject({ status: 404, code: 'not_found' })
})

it('API-85 VA-03 lists credited and declined collections with the fields of a row', async () => {
  const { data } = await ada.call(transactions, {})
  expect(data.transactions.map(({ status, accountName }) => `${status} ${accountName}`)).toEqual([
    'SUCCESS Fixed',
    'DECLINED Waiting',
    'DECLINED Paid',
    'SUCCESS Paid',
  ])
  expect(data.transactions.at(-1)).toMatchObject({
    amount: 5000,
    paymentMethod: 'Bank',
    accountNumber: numberOf('paid'),
    senderName: 'Hadiza Bello',
    merchant: { id: merchant.id, businessName: merchant.business_name },
  })
})

it('API-85 FILTER-42 FILTER-45 filters collections by merchant, method, status and days, with exact counts', async () => {
  const found = async (request: Request<typeof transactions>) => {
    const { data } = await ada.call(transactions, request)
    expect(data.totalRecords).toBe(data.transactions.length)
    return data.transactions.length
  }
  for (const fold of [false, true]) {
    if (fold) await foldAll(app.db)
    expect(await found({ status: 'DECLINED' })).toBe(2)
    expect(await found({ status: 'QUEUED' })).toBe(0)
    expect(await found({ paymentMethod: 'Bank' })).toBe(4)
    expect(await found({ paymentMethod: 'Card' })).toBe(0)
    expect(await found({ merchantId: merchant.id, status: 'SUCCESS' })).toBe(1)
    expect(await found({ startDate: '2026-11-11', endDate: '2026-11-11' })).toBe(2)
    expect(await found({ merchantId: other.id, startDate: '2026-11-14' })).toBe(1)
  }
})

it('API-85 finds a collection by its reference and its session ID', async () => {
  const sessionId = await pay(numberOf('fixed'), 15, 90_000n)
  for (const reference of [sessionId, `COL-${sessionId}`, `col-${sessionId}`]) {
    const { data } = await ada.call(transactions, { reference })
    expect(data.transactions.map(({ amount }) => amount)).toEqual([900])
  }
})

it('VA-02 shows the charges of an account that was paid by card', async () => {
  const begun = at(16)
  const told = { told: approved, at: new Date(begun.getTime() + 120_000) }
  const { id } = await transact(app.db, async (t) => {
    const { id: checkoutId } = await aCheckout(t, { mode: 'PRODUCTION', merchantId: merchant.id }, { at: begun })
    const payment = await aCardPayer(t, checkoutId, begun)
    await applyCardOutcome(t, null, { id: payment.id, ...told })
    return payment
  })
  const paid = await app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { data } = await ada.call(list, { accountNumber: paid.beneficiary_number ?? '' })
  const charges = Number(paid.fee_kobo + paid.vat_kobo) / 100
  expect(charges).toBeGreaterThan(0)
  expect(data.accounts).toMatchObject([{ status: 'USED', charges }])
})
