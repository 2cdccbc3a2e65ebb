import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { countMerchants } from '../../ledger/counters/merchants-by-kyc.ts'
import { aMerchant, aWallet } from '../../testing/factories.ts'
import { uuidv7 } from '../../uuid.ts'

const { merchants } = contract

let app: TestApp
let ada: Client

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
  await aMerchant(app.db, { business_name: 'Zaria Leather', verified: 'ACCEPTED', status: 'ACTIVE', created_at: at(1) })
  await aMerchant(app.db, { business_name: 'Adire House', verified: 'ACCEPTED', status: 'INACTIVE', created_at: at(2) })
  await aMerchant(app.db, { business_name: 'Old Adire Market', verified: 'SUBMITTED', created_at: at(3) })
  await aMerchant(app.db, { business_name: 'Kano 100%_Grains \\ Co', verified: 'REJECTED', created_at: at(4) })
  const busy = await aMerchant(app.db, { business_name: 'Jos Foods', verified: 'NOT_SUBMITTED', created_at: at(5) })
  await aWallet(app.db, busy)
  await aWallet(app.db, busy)
  await aMerchant(app.db, { business_name: 'Adire Test', mode: 'SANDBOX', verified: 'ACCEPTED', created_at: at(6) })
})

afterAll(() => app.close())

const names = (reply: { data: { merchants: { businessName: string }[] } }) =>
  reply.data.merchants.map((row) => row.businessName)

it('EVIDENCE-03 lists merchants oldest first on request, page by page', async () => {
  const page = async (at: number) => names(await ada.call(merchants.list, { sort: 'oldest', page: at, size: 2 }))
  expect(await page(1)).toEqual(['Zaria Leather', 'Adire House'])
  expect(await page(2)).toEqual(['Old Adire Market', 'Kano 100%_Grains \\ Co'])
})

it('API-38 MERCH-21 lists merchants newest first with the fields of a row and the totals', async () => {
  const reply = await ada.call(merchants.list, {})
  expect(names(reply)).toEqual([
    'Jos Foods',
    'Kano 100%_Grains \\ Co',
    'Old Adire Market',
    'Adire House',
    'Zaria Leather',
  ])
  expect(reply.data).toMatchObject({ totalRecords: 5, totalVerifiedMerchants: 2, totalNonVerifiedMerchants: 3 })
  expect(reply.data.merchants[0]).toEqual({
    id: expect.any(String),
    createdAt: '2026-01-05T09:05:00.000Z',
    prefix: 'ADIR',
    businessName: 'Jos Foods',
    email: 'accounts@adireindigo.example',
    totalWallets: 2,
    verified: 'NOT_SUBMITTED',
    status: 'INACTIVE',
    isFrozen: false,
  })
})

it('API-99 LIST-13 pages by page and size, and returns an empty page past the end with the true total', async () => {
  expect(names(await ada.call(merchants.list, { page: 2, size: 2 }))).toEqual(['Old Adire Market', 'Adire House'])
  const past = await ada.call(merchants.list, { page: 99, size: 2 })
  expect(past.data).toMatchObject({ totalRecords: 5, merchants: [] })
})

it.each(['1e10', '1000000', '1e12', '1000000000000', 'Infinity', '-3', '0', 'abc', ''])(
  'CONST-17 accepts a size of %j',
  async (size) => {
    const reply = await ada.call(merchants.list, {}, { rawQuery: `size=${size}` })
    expect(reply.status).toBe(200)
    expect(reply.data.merchants.length).toBeGreaterThan(0)
  },
)

it.each(['-1', '0', '1.5', 'abc', '1e13'])('rejects page %j with a clear message', async (page) => {
  const reply = await ada.call(merchants.list, {}, { rawQuery: `page=${page}` })
  expect(reply).toMatchObject({ status: 400, code: 'bad_input', message: 'Page must be a whole number from 1' })
  expect(reply.fields).toEqual({ page: 'Page must be a whole number from 1' })
})

it('MERCH-06 searches by business name ignoring case, prefix matches first', async () => {
  const reply = await ada.call(merchants.list, { search: 'aDiRe' })
  expect(names(reply)).toEqual(['Adire House', 'Old Adire Market'])
  expect(reply.data).toMatchObject({ totalRecords: 2, totalVerifiedMerchants: 1, totalNonVerifiedMerchants: 1 })
})

it('matches one or two letters at word starts', async () => {
  expect(names(await ada.call(merchants.list, { search: 'l' }))).toEqual(['Zaria Leather'])
  expect(names(await ada.call(merchants.list, { search: 'ma' }))).toEqual(['Old Adire Market'])
})

it.each(['%', '_', '\\', '100%_', "'; drop table merchant; --", '<script>'])(
  'treats %j in a search as plain text',
  async (search) => {
    const reply = await ada.call(merchants.list, { search })
    expect(reply.status).toBe(200)
    for (const name of names(reply)) expect(name.toLowerCase()).toContain(search)
  },
)

it('rejects a search with a character that cannot be stored', async () => {
  const reply = await ada.call(merchants.list, {}, { rawQuery: 'search=a%00b' })
  expect(reply).toMatchObject({ status: 400, message: 'Contains a character that cannot be stored' })
})

it('MERCH-15 filters merchants by KYC status and keeps the other totals of the search', async () => {
  const reply = await ada.call(merchants.list, { verified: 'SUBMITTED' })
  expect(names(reply)).toEqual(['Old Adire Market'])
  expect(reply.data).toMatchObject({ totalRecords: 1, totalVerifiedMerchants: 2, totalNonVerifiedMerchants: 3 })
})

it('lists exactly the merchants that each total counts', async () => {
  for (const search of [undefined, 'adire']) {
    const { totalVerifiedMerchants, totalNonVerifiedMerchants } = (await ada.call(merchants.list, { search })).data
    const listed = async (verification: string) => (await ada.call(merchants.list, { search, verification })).data
    const [verified, others] = [await listed('VERIFIED'), await listed('NON_VERIFIED')]
    expect([verified.totalRecords, verified.merchants.length]).toEqual(Array(2).fill(totalVerifiedMerchants))
    expect([others.totalRecords, others.merchants.length]).toEqual(Array(2).fill(totalNonVerifiedMerchants))
    expect(others.merchants.map((row) => row.verified)).not.toContain('ACCEPTED')
  }
})

it('FILTER-10 accepts a status in other spellings, ignores an empty one and lists the values for an unknown one', async () => {
  expect(names(await ada.call(merchants.list, { verified: 'not submitted' }))).toEqual(['Jos Foods'])
  expect(names(await ada.call(merchants.list, { verified: '' }))).toHaveLength(5)
  const wrong = await ada.call(merchants.list, { verified: 'maybe' })
  expect(wrong.status).toBe(400)
  expect(wrong.message).toContain('NOT_SUBMITTED, SUBMITTED')
})

it('SHELL-39 lists merchants of the selected mode only', async () => {
  const tester = await app.signIn({ mode: 'SANDBOX' })
  expect(names(await tester.call(merchants.list, {}))).toEqual(['Adire Test'])
  expect(names(await tester.call(merchants.list, { search: 'adire' }))).toEqual(['Adire Test'])
})

it('ignores unknown query parameters', async () => {
  const reply = await ada.call(merchants.list, {}, { rawQuery: 'page=1&colour=green' })
  expect(reply.status).toBe(200)
})

it('CONST-17 DISPUTE-17 returns every accepted merchant to a picker at once, and at most a page to a list', async () => {
  const more = 1_100
  await app.db.transaction().execute(async (tx) => {
    const row = { mode: 'PRODUCTION', prefix: 'MANY', email: 'many@example.ng', verified: 'ACCEPTED' }
    const created = Array.from({ length: more }, (_, n) => {
      const at = new Date()
      return { ...row, id: uuidv7(at.getTime()), created_at: at.toISOString(), business_name: `Many ${n + 1}` }
    })
    await tx.insertInto('merchant').values(created).execute()
    await countMerchants(
      tx,
      Array.from({ length: more }, () => ({ mode: 'PRODUCTION', verified: 'ACCEPTED' })),
    )
  })
  for (const size of ['1e10', '1000000']) {
    const { data } = await ada.call(merchants.list, {}, { rawQuery: `page=1&size=${size}&verified=ACCEPTED` })
    expect(data.merchants).toHaveLength(more + 2)
    expect(data.totalRecords).toBe(more + 2)
    expect(data.merchants.at(-1)).toEqual({
      id: expect.any(String),
      createdAt: '2026-01-05T09:01:00.000Z',
      businessName: 'Zaria Leather',
      verified: 'ACCEPTED',
      status: 'ACTIVE',
    })
  }
  const found = await ada.call(merchants.list, { size: 1e6, verified: 'ACCEPTED', search: 'many 1100' })
  expect(names(found)).toEqual(['Many 1100'])
  for (const query of ['size=1e10', 'size=999999&verified=ACCEPTED'])
    expect((await ada.call(merchants.list, {}, { rawQuery: query })).data.merchants).toHaveLength(1000)
})
