import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aChild, type Child } from '../../testing/child-accounts.ts'
import { aDirector, aMerchant, aTransaction, aWallet, aWalletAccount, idAt } from '../../testing/factories.ts'
import { aShopFloor, type ShopFloor } from '../../testing/stores.ts'

const { everything } = contract.search
const bvns = { wallet: '22212345678', director: '22287654321' }
const nin = '51234567890'
const sessionId = '000023261120143205000000000042'

let app: TestApp
let ada: Client
let adire: { id: string; mode: string }
let chidi: { id: string; mode: string; merchant_id: string; account_name: string }
let child: Child
let floor: ShopFloor
let paid: { id: string }
let batchId: string
let virtualId: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  const { db } = app
  adire = await aMerchant(db, {
    business_name: 'Adire House',
    email: 'desk@adire.example',
    phone_number: '+2348035550142',
  })
  const market = await aMerchant(db, { business_name: 'Old Adire Market', email: 'old@market.example' })
  const tested = await aMerchant(db, { business_name: 'Adire Test', email: 'test@adire.example', mode: 'SANDBOX' })
  await aDirector(db, market.id, { bvn: bvns.director })
  chidi = await aWallet(db, adire, {
    account_name: 'Chidi Okafor',
    email: 'chidi@mail.example',
    phone_number: '08035550143',
    bvn: bvns.wallet,
    nin,
  })
  await aWalletAccount(db, chidi, { account_number: '5512345678' })
  child = await aChild(db, { merchant: adire, name: 'School fees' })
  floor = await aShopFloor(db, market)
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 13, minute)).toISOString()
  paid = await aTransaction(db, adire, {
    created_at: at(32),
    reference: 'KBO-26112014320511-7Q2F',
    session_id: sessionId,
    amount_kobo: 6_000_000n,
    beneficiary_name: 'HADIZA BELLO',
    beneficiary_number: '0100000802',
  })
  // The same number as the originator of a collection, the same amount elsewhere, and both in the other mode.
  const came = { type: 'CREDIT', category: 'BANK_FUNDING', originator_number: '0100000802', originator_name: 'BELLO H' }
  await aTransaction(db, chidi, { ...came, created_at: at(31), amount_kobo: 123_456n, reference: 'COL-1' })
  await aTransaction(db, market, { created_at: at(30), amount_kobo: 6_000_000n, reference: 'INV-100' })
  await aTransaction(db, chidi, { created_at: at(29), amount_kobo: 6_000_000n, reference: 'INV-200' })
  await aTransaction(db, tested, { created_at: at(33), beneficiary_number: '0100000802', reference: 'KBO-TEST-1' })
  batchId = idAt(at(20))
  await db
    .insertInto('bulk_batch')
    .values({
      id: batchId,
      mode: 'PRODUCTION',
      merchant_id: adire.id,
      created_at: at(20),
      reference: 'SALARIES-NOV',
      status: 'UPLOADED',
      total_items: 1,
    })
    .execute()
  virtualId = idAt(at(10))
  await db
    .insertInto('virtual_account')
    .values({
      id: virtualId,
      mode: 'PRODUCTION',
      merchant_id: adire.id,
      created_at: at(10),
      kind: 'VIRTUAL',
      account_number: '9012345678',
      account_name: 'Adire / Ngozi',
      bank_code: '101',
    })
    .execute()
})

afterAll(() => app.close())

const find = async (text: string, by = ada) => (await by.call(everything, { text })).data.hits
const titles = async (text: string) => (await find(text)).map(({ kind, title }) => `${kind} ${title}`)
const references = async (text: string) =>
  (await find(text)).filter(({ kind }) => kind === 'transaction').map(({ detail }) => detail.split(',')[0])

it('FIND-01 finds merchants, wallets and accounts by part of their name, prefix matches first', async () => {
  const [first, second, third] = await find('ADIRE')
  expect(first).toEqual({
    kind: 'merchant',
    id: adire.id,
    title: 'Adire House',
    detail: 'desk@adire.example',
    mode: 'PRODUCTION',
    merchantId: adire.id,
    status: 'INACTIVE',
    createdAt: expect.any(String),
    why: ['NAME'],
  })
  expect([second, third].map((hit) => `${hit?.kind} ${hit?.title} ${hit?.mode}`)).toEqual([
    'account Adire / Ngozi PRODUCTION',
    'merchant Old Adire Market PRODUCTION',
  ])
  expect((await find('adire test'))[0]).toMatchObject({ title: 'Adire Test', mode: 'SANDBOX' })
  const [wallet] = await find('okafor')
  expect(wallet).toMatchObject({
    kind: 'wallet',
    id: chidi.id,
    walletId: chidi.id,
    merchantId: adire.id,
    why: ['NAME'],
  })
})

it.each([
  ['desk@adire.example', 'merchant Adire House', 'EMAIL'],
  ['DESK@ad', 'merchant Adire House', 'EMAIL'],
  ['chidi@', 'wallet Chidi Okafor', 'EMAIL'],
  ['0803 555 0142', 'merchant Adire House', 'PHONE'],
  ['+234 803-555-0142', 'merchant Adire House', 'PHONE'],
  ['2348035550143', 'wallet Chidi Okafor', 'PHONE'],
  ['8035550143', 'wallet Chidi Okafor', 'PHONE'],
  ['55123 45678', 'wallet Chidi Okafor', 'ACCOUNT_NUMBER'],
  ['551234', 'wallet Chidi Okafor', 'ACCOUNT_NUMBER'],
  ['9012345678', 'account Adire / Ngozi', 'ACCOUNT_NUMBER'],
  ['salaries', 'batch SALARIES-NOV', 'REFERENCE'],
])('FIND-01 FIND-02 FIND-03 finds a record by %j', async (text, record, why) => {
  const [first, ...others] = await find(text)
  expect(`${first?.kind} ${first?.title}`).toBe(record)
  expect(first?.why).toContain(why)
  expect(others).toEqual([])
})

it("FIND-02 finds the newest transactions by the counterparty's account number, debits and credits alike", async () => {
  const hits = await find('0100-000-802')
  expect(hits.map(({ detail, mode, why }) => `${detail.split(',')[0]} ${mode} ${why?.join(' ')}`)).toEqual([
    'KBO-26112014320511-7Q2F PRODUCTION ACCOUNT_NUMBER',
    'COL-1 PRODUCTION ACCOUNT_NUMBER',
    'KBO-TEST-1 SANDBOX ACCOUNT_NUMBER',
  ])
  expect(hits[0]).toMatchObject({ title: 'HADIZA BELLO', amount: 60_000, status: 'SUCCESS', merchantId: adire.id })
  expect(hits[1]).toMatchObject({ title: 'BELLO H', walletId: chidi.id })
})

it('FIND-02 finds a child account, a store and a terminal as records of their own kind', async () => {
  expect(await find(child.number)).toMatchObject([
    { kind: 'childAccount', id: child.id, title: 'School fees', detail: `${child.number}, Adire House` },
  ])
  expect(await find(floor.store.number)).toMatchObject([
    {
      kind: 'store',
      id: floor.store.id,
      merchantId: floor.merchantId,
      detail: `${floor.store.number}, Old Adire Market`,
    },
  ])
  const place = `${floor.terminal.number}, Front counter, Old Adire Market`
  expect(await find(floor.terminal.number)).toMatchObject([
    { kind: 'terminal', id: floor.terminal.id, title: floor.serialNumber, detail: place },
  ])
})

it('FIND-03 finds records by reference or its prefix, session ID and record ID', async () => {
  expect(await references('kbo-26112014320511-7q2f')).toEqual(['KBO-26112014320511-7Q2F'])
  expect(await references('KBO-')).toEqual(['KBO-26112014320511-7Q2F', 'KBO-TEST-1'])
  const [bySession, ...others] = await find('000023 261120143205 000000000042')
  expect(bySession).toMatchObject({ id: paid.id, why: ['SESSION_ID'] })
  expect(others).toEqual([])
  const kinds = [paid.id, adire.id, chidi.id.toUpperCase(), batchId, virtualId, child.id].map(async (id) =>
    (await find(id)).map(({ kind, why }) => `${kind} ${why?.join(' ')}`),
  )
  expect(await Promise.all(kinds)).toEqual([
    ['transaction ID'],
    ['merchant ID'],
    ['wallet ID'],
    ['batch ID'],
    ['account ID'],
    ['childAccount ID'],
  ])
})

it.each(['60000', '₦60,000.00', '60 000', 'NGN 60000.0', 'N60,000', '₦ 60000'])(
  'FIND-04 finds transactions of exactly the amount %j',
  async (text) => {
    expect(await references(text)).toEqual(['KBO-26112014320511-7Q2F', 'INV-100', 'INV-200', 'KBO-TEST-1'])
  },
)

it.each(['60000.01', '6000', '60,00', '060000', '60k', '6e4', '60000.001', '0'])(
  'FIND-04 does not parse %j as an amount',
  async (text) => {
    expect(await references(text)).toEqual([])
  },
)

it('FIND-05 finds the holder of a BVN or NIN, never returns the number, and audits the search', async () => {
  const replies = [
    await ada.call(everything, { text: '222 1234 5678' }),
    await ada.call(everything, { text: nin }),
    await ada.call(everything, { text: bvns.director }),
  ]
  expect(
    replies.map(({ data }) => data.hits.map(({ kind, title, why }) => `${kind} ${title} ${why?.join(' ')}`)),
  ).toEqual([['wallet Chidi Okafor BVN'], ['wallet Chidi Okafor NIN'], ['merchant Old Adire Market BVN']])
  const audit = await app.db
    .selectFrom('audit')
    .selectAll()
    .where('record_type', '=', 'personal-number')
    .orderBy('at')
    .execute()
  expect(audit).toMatchObject([
    { staff_id: ada.staffId, action: 'personal-number.search', record_id: '2221*******', mode: 'PRODUCTION' },
    { record_id: '5123*******', after: { found: [`wallet ${chidi.id}`] } },
    { record_id: '2228*******' },
  ])
  const exposed = JSON.stringify([replies.map(({ text }) => text), audit])
  for (const number of [...Object.values(bvns), nin]) expect(exposed).not.toContain(number)
})

it('FIND-05 audits a personal number search without results, and no phone search', async () => {
  const rows = () => app.db.selectFrom('audit').selectAll().where('record_type', '=', 'personal-number').execute()
  const before = await rows()
  expect(await find('22200000000')).toEqual([])
  expect((await rows()).length).toBe(before.length + 1)
  await find('08035550143')
  expect((await rows()).length).toBe(before.length + 1)
})

it.each([
  ['60000 0100000802', ['KBO-26112014320511-7Q2F', 'KBO-TEST-1'], ['AMOUNT', 'ACCOUNT_NUMBER']],
  ['0100000802 ₦60,000', ['KBO-26112014320511-7Q2F', 'KBO-TEST-1'], ['AMOUNT', 'ACCOUNT_NUMBER']],
  ['60000 adire house', ['KBO-26112014320511-7Q2F', 'INV-200'], ['AMOUNT', 'NAME']],
  ['chidi 60,000', ['INV-200'], ['AMOUNT', 'NAME']],
  ['inv-100 market', ['INV-100'], ['REFERENCE', 'NAME']],
  ['60000 INV-2', ['INV-200'], ['AMOUNT', 'REFERENCE']],
  [`60000 ${sessionId}`, ['KBO-26112014320511-7Q2F'], ['AMOUNT', 'SESSION_ID']],
  ['1234.56 market', [], []],
])('FIND-06 finds records that match both parts of %j', async (text, expected, why) => {
  const hits = await find(text)
  expect(hits.map(({ detail }) => detail.split(',')[0])).toEqual(expected)
  for (const hit of hits) expect(hit.why).toEqual(why)
})

it('FIND-07 lists results of the selected mode first, before more exact ones of the other', async () => {
  const tester = await app.signIn({ mode: 'SANDBOX' })
  expect((await find('Adire House', tester)).map(({ mode }) => mode)).toEqual(['PRODUCTION'])
  expect((await find('adire', tester)).map(({ title }) => title)).toEqual([
    'Adire Test',
    'Adire House',
    'Adire / Ngozi',
    'Old Adire Market',
  ])
  expect(await titles('adire')).toEqual([
    'merchant Adire House',
    'account Adire / Ngozi',
    'merchant Old Adire Market',
    'merchant Adire Test',
  ])
})

it('FIND-07 lists the exact match first and at most eight results of a kind', async () => {
  for (let n = 1; n <= 10; n++)
    await aWallet(app.db, adire, { account_name: `Bisi Ade ${n}`, email: 'bisi@mail.example' })
  await aWallet(app.db, adire, { account_name: 'Bisi', created_at: '2020-01-01T00:00:00.000Z' })
  const hits = await find('bisi')
  expect(hits).toHaveLength(8)
  expect(hits[0]).toMatchObject({ title: 'Bisi', why: ['NAME'] })
  expect(hits[1]).toMatchObject({ title: 'Bisi Ade 10', why: ['NAME', 'EMAIL'] })
  expect(new Set(hits.map(({ id }) => id)).size).toBe(8)
})

it.each([
  '%',
  '_',
  '%%%',
  "'; drop table merchant; --",
  "' or '1'='1",
  '\\',
  '<script>',
  'x'.repeat(100),
  '1'.repeat(100),
  '60000 '.repeat(16),
  'ab '.repeat(166),
])('FIND-08 treats %j as plain text', async (text) => {
  const reply = await ada.call(everything, { text })
  expect(reply).toMatchObject({ status: 200, data: { hits: [] } })
})

it.each(['', '   ', 'x'.repeat(501), 'x'.repeat(5_000), 'adire\u202e', 'adire\u200f', 'adi\nre'])(
  'FIND-08 rejects the search %j',
  async (text) => {
    expect((await ada.call(everything, { text })).status).toBe(400)
  },
)

it('FIND-08 requires a session to search', async () => {
  expect((await app.call(everything, { text: 'adire' })).status).toBe(401)
})
