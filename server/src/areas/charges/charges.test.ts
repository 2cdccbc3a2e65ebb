import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chargeRates } from '../../ledger/charge-rates.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aMerchant } from '../../testing/factories.ts'

const { charges } = contract

let app: TestApp
let ada: Client
let merchantId: string

beforeAll(async () => {
  app = await startApp()
  ada = await app.signIn()
  merchantId = (await aMerchant(app.db, { business_name: 'Adire House' })).id
})

afterAll(() => app.close())

const inflows = { type: 'COMPOSITE', percentage: 1.45, cap: 2000, nominal: 25.5 } as const

/** Values of every group that differ from the defaults. */
const groups = [
  ['transfers', { below5001: 11, below50001: 26.25, above50000: 52.5, walletToWalletCharge: 0 }],
  ['kyc', { bvnLookup: 60, nameDobMatch: 40, nameMatch: 10.01, persona: 0.1 }],
  ['staticAccounts', { accountCreation: 1, maintenance: 2, inflows }],
  ['virtualAccounts', { type: 'PERCENTAGE', percentage: 0.29, cap: 0, nominal: 0 }],
  ['subaccount', { transferCharge: 12.34 }],
  ['childAccount', { transferCharge: 1_000_000.07 }],
] as const

it('CHG-19 API-43 returns every charge group with its default prices', async () => {
  const reply = await ada.call(charges.get, { merchantId })
  expect(reply.data.charges).toEqual({
    transfers: { below5001: 10, below50001: 25, above50000: 50, walletToWalletCharge: 10 },
    kyc: { bvnLookup: 50, nameDobMatch: 30, nameMatch: 20, persona: 100 },
    staticAccounts: {
      accountCreation: 50,
      maintenance: 20,
      inflows: { type: 'COMPOSITE', percentage: 0.5, cap: 300, nominal: 0 },
    },
    virtualAccounts: { type: 'COMPOSITE', percentage: 1, cap: 500, nominal: 0 },
    subaccount: { transferCharge: 10 },
    childAccount: { transferCharge: 10 },
  })
})

it.each(groups)(
  'CHG-03 CHG-20 API-44 changes only %s and records the values before and after in the audit row',
  async (type, data) => {
    const own = await aMerchant(app.db, { business_name: 'Jos Foods' })
    const before = (await ada.call(charges.get, { merchantId: own.id })).data.charges
    const reply = await ada.call(charges.update, { merchantId: own.id, type, data })
    expect(reply).toMatchObject({ status: 200, message: expect.stringContaining('charges of Jos Foods were updated') })
    const after = (await ada.call(charges.get, { merchantId: own.id })).data.charges
    expect(after).toEqual({ ...before, [type]: data })
    const audit = await app.db.selectFrom('audit').selectAll().where('record_id', '=', own.id).execute()
    expect(audit).toMatchObject([
      { action: 'charges.update', before: { [type]: before[type] }, after: { [type]: data }, staff_id: ada.staffId },
    ])
  },
)

it('stores whole kobo and basis points, which the ledger charges by', async () => {
  const own = await aMerchant(app.db)
  await ada.call(charges.update, {
    merchantId: own.id,
    type: 'staticAccounts',
    data: { accountCreation: 0.29, maintenance: 1.1, inflows },
  })
  expect((await chargeRates(app.db, own.id, app.clock.now())).staticAccounts).toEqual({
    accountCreationKobo: 29n,
    maintenanceKobo: 110n,
    inflows: { type: 'COMPOSITE', percentageBasisPoints: 145n, capKobo: 200_000n, nominalKobo: 2550n },
  })
})

it.each([
  ['transfers', {}, 'field is required'],
  ['transfers', { below5001: '10', below50001: 25, above50000: 50, walletToWalletCharge: 10 }, 'field is required'],
  ['transfers', { below5001: -1, below50001: 25, above50000: 50, walletToWalletCharge: 10 }, 'Must not be below 0'],
  ['transfers', { below5001: 1e12, below50001: 25, above50000: 50, walletToWalletCharge: 10 }, 'Is too large'],
  [
    'transfers',
    { below5001: 0.001, below50001: 2, above50000: 5, walletToWalletCharge: 1 },
    'Use at most two decimals',
  ],
  ['subaccount', { transferCharge: 1, cap: 3 }, 'Unknown field'],
  ['childAccount', { transferCharge: null }, 'field is required'],
  ['virtualAccounts', { type: 'FLAT', nominal: 3 }, 'field is required'],
  [
    'staticAccounts',
    { accountCreation: 1, maintenance: 2, inflows: { type: 'FLAT', nominal: 3 } },
    'field is required',
  ],
  ['virtualAccounts', { type: 'PERCENTAGE', percentage: 100.5 }, 'Must not be above 100'],
  ['staticAccounts', { accountCreation: 1, maintenance: 2, inflows: null }, 'field is required: inflows'],
] as const)('CHG-16 rejects %s charges with %j and changes nothing', async (type, data, message) => {
  const before = (await ada.call(charges.get, { merchantId })).data
  const reply = await ada.call(charges.update, { merchantId, type, data })
  expect(reply).toMatchObject({ status: 400, code: 'bad_input', message: expect.stringContaining(message) })
  expect((await ada.call(charges.get, { merchantId })).data).toEqual(before)
})

it('rejects an unknown charge group and a merchant of the other mode', async () => {
  const unknown = { rawBody: JSON.stringify({ merchantId, type: 'interest', data: {} }) }
  expect(await ada.call(charges.update, { merchantId, type: 'kyc', data: {} }, unknown)).toMatchObject({
    status: 400,
    message: 'Unknown charge group',
  })
  const tester = await app.signIn({ mode: 'SANDBOX' })
  const update = { merchantId, type: 'subaccount', data: { transferCharge: 3 } } as const
  expect((await tester.call(charges.update, update)).status).toBe(404)
  expect((await tester.call(charges.get, { merchantId })).status).toBe(404)
  expect((await ada.call(charges.get, { merchantId: 'no-uuid' })).status).toBe(404)
})

it('CHG-11 CHG-14 accepts each fee type and stores 0 for the fields of the others', async () => {
  for (const data of [
    { type: 'NOMINAL', nominal: 40 },
    { type: 'PERCENTAGE', percentage: 2.5 },
    { type: 'COMPOSITE', percentage: 1, cap: 100, nominal: 5 },
  ] as const) {
    await ada.call(charges.update, { merchantId, type: 'virtualAccounts', data })
    const others = { accountCreation: 1, maintenance: 2 }
    await ada.call(charges.update, { merchantId, type: 'staticAccounts', data: { ...others, inflows: data } })
    const { virtualAccounts, staticAccounts } = (await ada.call(charges.get, { merchantId })).data.charges
    const fee = { percentage: 0, cap: 0, nominal: 0, ...data }
    expect({ virtualAccounts, staticAccounts }).toEqual({
      virtualAccounts: fee,
      staticAccounts: { ...others, inflows: fee },
    })
  }
})

it('CHG-24 lists changes newest first, with operator, time, group and the values before and after', async () => {
  const own = await aMerchant(app.db, { business_name: 'Aba Shoes' })
  const bola = await app.signIn({ firstName: 'Bola' })
  expect((await ada.call(charges.history, { merchantId: own.id })).data).toEqual({ totalRecords: 0, changes: [] })
  const first = { merchantId: own.id, type: 'subaccount', data: { transferCharge: 3.5 } } as const
  await bola.call(charges.update, first)
  await ada.call(charges.update, { ...first, data: { transferCharge: 4 } })
  // Charges of other merchants do not appear in the history.
  await ada.call(charges.update, { ...first, merchantId, data: { transferCharge: 9 } })
  const { data } = await ada.call(charges.history, { merchantId: own.id })
  const changedAt = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(data).toEqual({
    totalRecords: 2,
    changes: [
      {
        id: expect.any(String),
        changedAt,
        changedBy: expect.any(String),
        before: { subaccount: { transferCharge: 3.5 } },
        after: { subaccount: { transferCharge: 4 } },
      },
      {
        id: expect.any(String),
        changedAt,
        changedBy: 'Bola Okonkwo',
        before: { subaccount: { transferCharge: 10 } },
        after: { subaccount: { transferCharge: 3.5 } },
      },
    ],
  })
  expect((await ada.call(charges.history, { merchantId: own.id, page: 2, size: 1 })).data).toEqual({
    totalRecords: 2,
    changes: [data.changes[1]],
  })
  const elsewhere = await app.signIn({ mode: 'SANDBOX' })
  expect((await elsewhere.call(charges.history, { merchantId: own.id })).status).toBe(404)
})

it('CHG-03 rejects a change that is based on charges that somebody has changed meanwhile', async () => {
  const own = await aMerchant(app.db, { business_name: 'Kano Leather' })
  const seen = (await ada.call(charges.get, { merchantId: own.id })).data.charges.transfers
  const bola = await app.signIn({ firstName: 'Bola' })
  const change = { merchantId: own.id, type: 'transfers', expected: seen } as const
  const first = await bola.call(charges.update, { ...change, data: { ...seen, below5001: 15 } })
  expect(first.status).toBe(200)
  const second = await ada.call(charges.update, { ...change, data: { ...seen, above50000: 60 } })
  expect(second).toMatchObject({ status: 409, code: 'conflict', message: expect.stringMatching(/^Bola .* Transfer/) })
  const { transfers } = (await ada.call(charges.get, { merchantId: own.id })).data.charges
  expect(transfers).toEqual({ ...seen, below5001: 15 })
  const again = { ...change, expected: transfers, data: { ...transfers, above50000: 60 } }
  expect((await ada.call(charges.update, again)).status).toBe(200)
})
