import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { setSubaccountStatus } from '../../engine/splits/set-subaccount-status.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { aSharedNumber, aSubaccount, paidOnNumber } from '../../testing/subaccounts.ts'

const { merchants, list, info } = contract.subAccounts

let app: TestApp
let ada: Client
const ids: Record<string, string> = {}
const idOf = (name: string): string => ids[name] ?? ''

async function namedMerchant(name: string, mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION') {
  const merchant = await aFundedMerchant(app.db, 1_000_000n, mode)
  await app.db.updateTable('merchant').set({ business_name: name }).where('id', '=', merchant.id).execute()
  ids[name] = merchant.id
  return merchant
}

async function partner(merchant: { id: string; mode: string }, name: string, fields: object = {}) {
  ids[name] = await transact(app.db, (t) => aSubaccount(t, merchant, { name, ...fields }))
}

async function collect(merchant: { id: string; mode: string }, ...split: string[]) {
  await transact(app.db, async (t) => {
    const accountNumber = await aSharedNumber(t, merchant, split)
    await paidOnNumber(t, app.services.jobs, merchant, { accountNumber, amountKobo: 100_000n })
  })
}

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  const adire = await namedMerchant('Adire Textiles')
  const bello = await namedMerchant('Bello Schools')
  await namedMerchant('Nobody Shares')
  await partner(adire, 'Indigo Dyers', { type: 'FLAT', value: 5050n, accountNumber: '0123456911' })
  await partner(adire, 'Loom Makers', { value: 1250n })
  await partner(bello, 'Book Sellers')
  const sandbox = await namedMerchant('Sandbox Shop', 'SANDBOX')
  await partner(sandbox, 'Sandbox Partner')
  await collect(adire, idOf('Indigo Dyers'))
  await collect(adire, idOf('Indigo Dyers'))
  const change = { mode: 'PRODUCTION', merchantId: adire.id, subaccountId: idOf('Loom Makers') } as const
  await transact(app.db, (t) => setSubaccountStatus(t, { ...change, status: 'INACTIVE', at: new Date() }))
})
afterAll(() => app.close())

describe('merchants with subaccounts', () => {
  it('API-64 lists merchants with their unsettled amount and totals of all matches', async () => {
    const { data } = await ada.call(merchants, { page: 1, size: 1 })
    expect(data).toMatchObject({ totalRecords: 2, totalChildAccounts: 3, totalBalance: 101 })
    expect(data.merchants).toMatchObject([
      { id: idOf('Bello Schools'), businessName: 'Bello Schools', totalChildAccounts: 1, totalBalance: 0 },
    ])
    const second = await ada.call(merchants, { page: 2, size: 1 })
    expect(second.data.merchants).toMatchObject([
      { businessName: 'Adire Textiles', totalChildAccounts: 2, totalBalance: 101 },
    ])
    const pastEnd = await ada.call(merchants, { page: 9, size: 1 })
    expect(pastEnd.data).toMatchObject({ totalRecords: 2, merchants: [] })
  })

  it('API-64 finds merchants by name and days', async () => {
    const names = async (query: object) =>
      (await ada.call(merchants, query)).data.merchants.map(({ businessName }) => businessName)
    expect(await names({ name: 'textil' })).toEqual(['Adire Textiles'])
    expect(await names({ name: 'nobody' })).toEqual([])
    expect(await names({ startDate: '2020-01-01', endDate: '2020-12-31' })).toEqual([])
    expect(await names({ startDate: '2020-01-02', endDate: '2020-01-01' })).toEqual([])
  })
})

describe('subaccounts', () => {
  it('SUBACC-08 API-65 lists subaccounts with ID, name, bank account and split', async () => {
    const { data } = await ada.call(list, { merchantId: idOf('Adire Textiles') })
    expect(data).toMatchObject({ totalRecords: 2, totalBalance: 101 })
    expect(data.subaccounts).toMatchObject([
      { id: idOf('Loom Makers'), name: 'Loom Makers', splitType: 'PERCENTAGE', splitValue: 12.5, status: 'INACTIVE' },
      {
        id: idOf('Indigo Dyers'),
        name: 'Indigo Dyers',
        splitType: 'FLAT',
        splitValue: 50.5,
        balance: 101,
        status: 'ACTIVE',
        accountNumber: '0123456911',
        accountName: 'Chidi Okafor',
        bankName: 'Guaranty Trust Bank',
        merchant: { id: idOf('Adire Textiles'), businessName: 'Adire Textiles' },
      },
    ])
  })

  it('FILTER-57 API-65 finds subaccounts of one mode by merchant, name and account number', async () => {
    const names = async (query: object) => (await ada.call(list, query)).data.subaccounts.map(({ name }) => name)
    expect(await names({})).toEqual(['Book Sellers', 'Loom Makers', 'Indigo Dyers'])
    expect(await names({ name: 'indigo' })).toEqual(['Indigo Dyers'])
    expect(await names({ name: '01234569' })).toEqual(['Book Sellers', 'Loom Makers', 'Indigo Dyers'])
    expect(await names({ name: '0123456911' })).toEqual(['Indigo Dyers'])
    expect(await names({ name: 'sandbox' })).toEqual([])
    expect(await names({ merchantId: idOf('Sandbox Shop') })).toEqual([])
    expect(await names({ merchantId: 'not an id' })).toEqual([])
  })

  it('API-67 returns a subaccount, and 404 for one of the other mode', async () => {
    const { data } = await ada.call(info, { subaccountId: idOf('Indigo Dyers') })
    expect(data.subaccount).toMatchObject({ id: idOf('Indigo Dyers'), name: 'Indigo Dyers', balance: 101 })
    const { status } = await ada.call(info, { subaccountId: idOf('Sandbox Partner') })
    expect(status).toBe(404)
    expect((await ada.call(info, { subaccountId: '' })).status).toBe(400)
  })
})
