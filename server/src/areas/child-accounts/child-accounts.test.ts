import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { setChildStatus } from '../../engine/child-accounts/set-child-status.ts'
import { openMerchantAccount } from '../../ledger/accounts.ts'
import { foldAll } from '../../ledger/fold.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aChild, aChildPayout, type Child, paidOnChild } from '../../testing/child-accounts.ts'
import { aMerchant, aTransaction, aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aFundedMerchant, eventually } from '../../testing/payouts.ts'

const { merchants, wallets, merchantAccounts, walletAccounts, transactions, transactionInfo } = contract.childAccounts

let app: TestApp
let ada: Client
let adire: { id: string; mode: string }
let bello: { id: string; mode: string }
let ngozi: { id: string }
let tunde: { id: string }
let sandboxChild: Child
const children: Record<string, Child> = {}
const payments: Record<string, string> = {}

const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour))
/** Net amount in naira of a payment of 1,000 naira. */
const net = 994.62

async function namedMerchant(name: string, day: number) {
  const fields = { business_name: name, created_at: at(day).toISOString() }
  const merchant = await aMerchant(app.db, { ...fields, verified: 'ACCEPTED', status: 'ACTIVE' })
  const own = { mode: 'PRODUCTION', merchantId: merchant.id, accountName: name, now: at(day) } as const
  await transact(app.db, (t) => openMerchantAccount(t, own))
  await aTransaction(app.db, merchant)
  return merchant
}

async function customer(merchant: { id: string; mode: string }, name: string, status = 'ACTIVE') {
  const wallet = await aWallet(app.db, merchant, { account_name: name, status })
  await aWalletAccount(app.db, wallet)
  return wallet
}

const childNamed = (name: string): Child => {
  const child = children[name]
  if (!child) throw new Error(`There is no child account ${name}`)
  return child
}
const open = async (name: string, merchant: { id: string; mode: string }, walletId: string | null, day: number) => {
  children[name] = await aChild(app.db, { merchant, walletId, name, at: at(day) })
}
const collect = (name: string, day: number, amountKobo = 100_000n) =>
  paidOnChild(app.db, app.services.jobs, childNamed(name), { amountKobo, at: at(day, 10) })

beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn()
  adire = await namedMerchant('Adire Textiles', 2)
  bello = await namedMerchant('Bello Schools', 4)
  ngozi = await customer(adire, 'Ngozi Eze')
  tunde = await customer(bello, 'Tunde Bakare', 'PENDING')
  await open('Fees', adire, null, 10)
  await open('Rent', adire, null, 11)
  await open('Uniforms', bello, null, 12)
  await open('Ngozi savings', adire, ngozi.id, 13)
  await open('Ngozi trips', adire, ngozi.id, 14)
  await open('Tunde savings', bello, tunde.id, 15)
  const sandbox = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
  sandboxChild = await aChild(app.db, { merchant: sandbox, name: 'Sandbox' })
  payments['sandbox'] = await paidOnChild(app.db, app.services.jobs, sandboxChild, { amountKobo: 100_000n })
  payments['fees'] = await collect('Fees', 16)
  payments['later'] = await collect('Fees', 17)
  await collect('Uniforms', 17)
  await collect('Ngozi savings', 18)
  await collect('Tunde savings', 18)
  await transact(app.db, (t) => setChildStatus(t, { accountId: childNamed('Rent').id, status: 'INACTIVE', at: at(18) }))
  const payout = await aChildPayout(app.db, app.services.jobs, childNamed('Fees'), { amountKobo: 30_000n })
  const refused = await aChildPayout(app.db, app.services.jobs, childNamed('Fees'), {
    amountKobo: 20_000n,
    accountNumber: '0123456961',
  })
  Object.assign(payments, { payout, refused })
  await eventually(async () => {
    const unfinished = app.db.selectFrom('transaction').select('id').where('status', 'in', ['QUEUED', 'PENDING'])
    return (await unfinished.executeTakeFirst()) === undefined
  })
})
afterAll(() => app.close())

/** Net amount on Fees after two payments and a payout of 300 naira with its charge of 10.75. */
const fees = Math.round((2 * net - 300 - 10.75) * 100) / 100

describe('merchants with child accounts', () => {
  const found = async (request: Request<typeof merchants>) => {
    const { data } = await ada.call(merchants, request)
    expect(data.totalRecords).toBe(data.merchants.length)
    return data.merchants.map(({ businessName }) => businessName)
  }

  it('API-25 SUBACC-05 lists merchants newest first with the total balance of their own child accounts', async () => {
    const { data } = await ada.call(merchants, {})
    expect(data).toEqual({
      totalRecords: 2,
      totalChildAccounts: 3,
      totalBalance: Math.round((fees + net) * 100) / 100,
      merchants: [
        {
          id: bello.id,
          createdAt: at(4).toISOString(),
          businessName: 'Bello Schools',
          totalChildAccounts: 1,
          totalBalance: net,
        },
        {
          id: adire.id,
          createdAt: at(2).toISOString(),
          businessName: 'Adire Textiles',
          totalChildAccounts: 2,
          totalBalance: fees,
        },
      ],
    })
  })

  it('API-25 FILTER-25 finds merchants by name, account number and creation days', async () => {
    expect(await found({ name: 'adire' })).toEqual(['Adire Textiles'])
    expect(await found({ name: 'sc' })).toEqual(['Bello Schools'])
    expect(await found({ name: childNamed('Rent').number })).toEqual(['Adire Textiles'])
    expect(await found({ name: childNamed('Ngozi savings').number })).toEqual([])
    expect(await found({ name: '%' })).toEqual([])
    expect(await found({ startDate: '2026-11-03' })).toEqual(['Bello Schools'])
    expect(await found({ endDate: '2026-11-03' })).toEqual(['Adire Textiles'])
    expect(await found({ startDate: '2026-11-02', endDate: '2026-11-02' })).toEqual(['Adire Textiles'])
    expect(await found({ startDate: '2026-11-04', endDate: '2026-11-02' })).toEqual([])
  })

  it('SUBACC-06 computes totals over all matches, not over the page', async () => {
    const { data } = await ada.call(merchants, { name: 'bello' })
    expect(data).toMatchObject({ totalRecords: 1, totalChildAccounts: 1, totalBalance: net })
    const second = await ada.call(merchants, { page: 2, size: 1 })
    expect(second.data.merchants.map(({ businessName }) => businessName)).toEqual(['Adire Textiles'])
    expect(second.data).toMatchObject({ totalRecords: 2, totalChildAccounts: 3 })
    const past = await ada.call(merchants, { page: 9 })
    expect(past.data).toMatchObject({ totalRecords: 2, totalChildAccounts: 3, merchants: [] })
    const none = await ada.call(merchants, { name: 'nobody' })
    expect(none.data).toEqual({ totalRecords: 0, totalChildAccounts: 0, totalBalance: 0, merchants: [] })
  })
})

describe('customers with child accounts', () => {
  const found = async (request: Request<typeof wallets>) => {
    const { data } = await ada.call(wallets, request)
    expect(data.totalRecords).toBe(data.wallets.length)
    return data.wallets.map(({ accountName }) => accountName)
  }

  it('API-26 SUBACC-07 lists each wallet with its merchant and the total balance of its child accounts', async () => {
    const { data } = await ada.call(wallets, {})
    expect(data).toMatchObject({ totalRecords: 2, totalChildAccounts: 3, totalBalance: 2 * net })
    expect(data.wallets.at(-1)).toEqual({
      id: ngozi.id,
      createdAt: expect.any(String),
      accountName: 'Ngozi Eze',
      merchant: { id: adire.id, businessName: 'Adire Textiles' },
      totalChildAccounts: 2,
      totalBalance: net,
      status: 'ACTIVE',
    })
  })

  it('API-26 finds wallets by name, merchant and status, and counts a pending wallet as inactive', async () => {
    expect(await found({ name: 'ngo' })).toEqual(['Ngozi Eze'])
    expect(await found({ name: childNamed('Tunde savings').number })).toEqual(['Tunde Bakare'])
    expect(await found({ name: childNamed('Rent').number })).toEqual([])
    expect(await found({ merchantId: bello.id })).toEqual(['Tunde Bakare'])
    expect(await found({ status: 'ACTIVE' })).toEqual(['Ngozi Eze'])
    expect(await found({ status: 'INACTIVE' })).toEqual(['Tunde Bakare'])
    expect(await found({ status: 'INACTIVE', name: 'ngozi' })).toEqual([])
    expect(await found({ merchantId: sandboxChild.merchantId })).toEqual([])
    expect(await ada.call(wallets, { status: 'CLOSED' })).toMatchObject({ status: 400 })
  })
})

describe('child accounts of one holder', () => {
  const names = (accounts: readonly { accountName: string }[]) => accounts.map(({ accountName }) => accountName)

  it("API-28 lists a merchant's own child accounts without those of its customers", async () => {
    const { data } = await ada.call(merchantAccounts, { merchantId: adire.id })
    expect(data).toMatchObject({ totalRecords: 2, totalChildAccounts: 2, totalBalance: fees })
    expect(data.accounts).toEqual([
      {
        id: childNamed('Rent').id,
        createdAt: at(11).toISOString(),
        accountName: 'Rent',
        accountNumber: childNamed('Rent').number,
        bankName: 'Providus Bank',
        balance: 0,
        status: 'INACTIVE',
        isFrozen: false,
        merchant: { id: adire.id, businessName: 'Adire Textiles' },
        wallet: null,
      },
      expect.objectContaining({ accountName: 'Fees', balance: fees, status: 'ACTIVE' }),
    ])
  })

  it('API-28 filters child accounts by name and status, pages, and returns no account of the other mode', async () => {
    const merchantId = adire.id
    const found = async (request: Request<typeof merchantAccounts>) =>
      names((await ada.call(merchantAccounts, request)).data.accounts)
    expect(await found({ merchantId, name: 'fee' })).toEqual(['Fees'])
    expect(await found({ merchantId, name: childNamed('Rent').number })).toEqual(['Rent'])
    expect(await found({ merchantId, status: 'INACTIVE' })).toEqual(['Rent'])
    expect(await found({ merchantId, status: 'ACTIVE' })).toEqual(['Fees'])
    expect(await found({ merchantId, page: 2, size: 1 })).toEqual(['Fees'])
    expect(await found({ merchantId: sandboxChild.merchantId })).toEqual([])
    expect(await found({ merchantId: 'no id at all' })).toEqual([])
    expect(await found({})).toEqual(['Uniforms', 'Rent', 'Fees'])
  })

  it("API-27 lists a customer's child accounts by name and status", async () => {
    const found = async (request: Request<typeof walletAccounts>) =>
      names((await ada.call(walletAccounts, request)).data.accounts)
    expect(await found({ walletId: ngozi.id })).toEqual(['Ngozi trips', 'Ngozi savings'])
    expect(await found({ walletId: ngozi.id, name: 'sav' })).toEqual(['Ngozi savings'])
    expect(await found({ walletId: ngozi.id, status: 'INACTIVE' })).toEqual([])
    expect(await found({ walletId: tunde.id })).toEqual(['Tunde savings'])
    expect(await found({})).toHaveLength(3)
  })
})

describe('transactions of a child account', () => {
  const found = async (request: Request<typeof transactions>) => {
    const { data } = await ada.call(transactions, request)
    expect(data.totalRecords).toBe(data.transactions.length)
    return data.transactions.map(({ category, status, amount }) => `${category} ${status} ${amount}`)
  }

  it('API-29 lists collections, payouts and the charges of each', async () => {
    const childAccountId = childNamed('Fees').id
    expect((await found({ childAccountId })).toSorted()).toEqual([
      'BANK_FUNDING SUCCESS 1000',
      'BANK_FUNDING SUCCESS 1000',
      'BANK_TRANSFER FAILED 200',
      'BANK_TRANSFER SUCCESS 300',
      'CREDIT_CHILD_ACCOUNT_CHARGES SUCCESS 5',
      'CREDIT_CHILD_ACCOUNT_CHARGES SUCCESS 5',
      'DEBIT_CHILD_ACCOUNT_CHARGES FAILED 10',
      'DEBIT_CHILD_ACCOUNT_CHARGES SUCCESS 10',
    ])
    const { data } = await ada.call(transactions, { childAccountId, category: 'BANK_FUNDING', startDate: '2026-11-17' })
    expect(data.transactions).toEqual([
      {
        id: payments['later'],
        createdAt: at(17, 10).toISOString(),
        type: 'CREDIT',
        category: 'BANK_FUNDING',
        amount: 1000,
        charges: 0,
        status: 'SUCCESS',
        reference: expect.stringMatching(/^COL-/),
      },
    ])
  })

  it('API-29 returns the requested account, and null for one of the other mode', async () => {
    const accountOf = async (request: Request<typeof transactions>) =>
      (await ada.call(transactions, request)).data.account
    const childAccountId = childNamed('Ngozi savings').id
    expect(await accountOf({ childAccountId, startDate: '2026-11-20', endDate: '2026-11-01' })).toMatchObject({
      accountName: 'Ngozi savings',
      accountNumber: childNamed('Ngozi savings').number,
      balance: net,
      merchant: { id: adire.id },
      wallet: { id: ngozi.id, accountName: 'Ngozi Eze' },
    })
    expect(await accountOf({ childAccountId: sandboxChild.id })).toBeNull()
    expect(await accountOf({})).toBeUndefined()
  })

  it('API-29 FILTER-24 FILTER-49 filters transactions by type, status, category and days', async () => {
    const childAccountId = childNamed('Fees').id
    expect(await found({ childAccountId, type: 'CREDIT' })).toHaveLength(2)
    expect(await found({ childAccountId, type: 'DEBIT' })).toHaveLength(6)
    expect(await found({ childAccountId, status: 'FAILED' })).toHaveLength(2)
    expect(await found({ childAccountId, status: 'successful' })).toHaveLength(6)
    expect(await found({ childAccountId, status: 'PENDING' })).toEqual([])
    expect(await found({ childAccountId, category: 'CREDIT_CHILD_ACCOUNT_CHARGES' })).toHaveLength(2)
    expect(await found({ childAccountId, category: 'DEBIT_CHILD_ACCOUNT_CHARGES', status: 'SUCCESS' })).toEqual([
      'DEBIT_CHILD_ACCOUNT_CHARGES SUCCESS 10',
    ])
    expect(await found({ childAccountId, startDate: '2026-11-16', endDate: '2026-11-16' })).toHaveLength(2)
    expect(await found({ childAccountId, startDate: '2026-11-17', endDate: '2026-11-16' })).toEqual([])
    const { data } = await ada.call(transactions, { childAccountId, page: 2, size: 6 })
    expect([data.totalRecords, data.transactions.length]).toEqual([8, 2])
  })

  it('API-29 lists the transactions of all child accounts, with exact counts before and after folding', async () => {
    for (const fold of [false, true]) {
      if (fold) await foldAll(app.db)
      expect(await found({})).toHaveLength(14)
      expect(await found({ category: 'CREDIT_CHILD_ACCOUNT_CHARGES' })).toHaveLength(5)
      expect(await found({ type: 'CREDIT', status: 'SUCCESS' })).toHaveLength(5)
    }
    expect(await found({ childAccountId: sandboxChild.id })).toEqual([])
  })

  it('API-24 returns a transaction with its charge lines, linked charge and owner', async () => {
    const { data } = await ada.call(transactionInfo, { transactionId: payments['payout'] ?? '' })
    expect(data.transaction).toMatchObject({
      amount: 300,
      charges: 10.75,
      chargeLines: { fee: 10, vat: 0.75, stampDuty: 0 },
      childAccount: {
        id: childNamed('Fees').id,
        accountName: 'Fees',
        accountNumber: childNamed('Fees').number,
        walletId: null,
      },
      merchantId: adire.id,
      walletId: null,
      walletType: 'MERCHANT',
      chargedTransactionId: null,
    })
    const charge = await ada.call(transactionInfo, { transactionId: data.transaction.chargeTransactionId ?? '' })
    expect(charge.data.transaction).toMatchObject({
      category: 'DEBIT_CHILD_ACCOUNT_CHARGES',
      amount: 10,
      charges: 0.75,
      chargedTransactionId: payments['payout'],
      chargeTransactionId: null,
    })
    const paidIn = await ada.call(transactionInfo, { transactionId: payments['fees'] ?? '' })
    expect(paidIn.data.transaction).toMatchObject({ amount: 1000, charges: 5.38, settledAmount: net })
  })

  it("API-24 returns 404 for a transaction of another account or mode, and shows a child's on the common page", async () => {
    const { transactions: calls } = contract
    const own = await app.db
      .selectFrom('transaction')
      .select('id')
      .where('scope', '=', 'MERCHANT')
      .where('mode', '=', 'PRODUCTION')
      .executeTakeFirstOrThrow()
    for (const transactionId of [own.id, payments['sandbox'] ?? '', 'no id at all']) {
      expect(await ada.call(transactionInfo, { transactionId })).toMatchObject({ status: 404, code: 'not_found' })
    }
    const page = await ada.call(calls.info, { transactionId: payments['payout'] ?? '' })
    expect(page.data.transaction).toMatchObject({ charges: 10.75, childAccount: { accountName: 'Fees' } })
    expect((await ada.call(calls.info, { transactionId: own.id })).data.transaction.childAccount).toBeUndefined()
  })
})

describe('separation from the parent account', () => {
  it('keeps child accounts out of the lists, figures and balances of the merchant and the wallet', async () => {
    const { transactions: calls, wallets: walletCalls } = contract
    const ofMerchant = await ada.call(calls.merchantList, { merchantId: adire.id })
    expect(ofMerchant.data.totalRecords).toBe(1)
    expect((await ada.call(calls.walletList, { walletId: ngozi.id })).data.totalRecords).toBe(0)
    expect((await ada.call(calls.walletList, { merchantId: adire.id })).data.totalRecords).toBe(0)
    const figures = await ada.call(calls.analytics, { merchantId: adire.id })
    expect(figures.data).toMatchObject({ totalBalance: 0, totalTransactionVolume: 1, totalWalletBalance: 0 })
    const ofWallet = await ada.call(calls.analytics, { merchantId: adire.id, walletId: ngozi.id })
    expect(ofWallet.data).toMatchObject({ totalBalance: 0, totalTransactionVolume: 0 })
    const listed = await ada.call(walletCalls.list, { walletId: ngozi.id })
    expect(listed.data.wallets).toHaveLength(1)
    const shown = await ada.call(walletCalls.info, { walletId: ngozi.id })
    expect(shown.data.wallet).toMatchObject({ bookedBalance: 0, accountNumber: listed.data.wallets[0]?.accountNumber })
  })
})
