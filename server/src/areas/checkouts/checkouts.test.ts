import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { foldAll } from '../../ledger/fold.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aCheckout, aPaymentLink, payOn } from '../../testing/payment-requests.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, info } = contract.checkouts

let app: TestApp
let ada: Client
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
let other: Awaited<ReturnType<typeof aFundedMerchant>>
const opened: Record<string, { id: string; accountNumber: string }> = {}
const sessions: Record<'taken' | 'declined', string> = { taken: '', declined: '' }

const publicUrl = () => app.services.settings.publicUrl
const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour))

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  merchant = await aFundedMerchant(app.db, 1_000_000n)
  other = await aFundedMerchant(app.db, 1_000_000n)
  const sandbox = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
  opened['PAID-1'] = await aCheckout(app, { merchantId: merchant.id, reference: 'PAID-1', at: at(10) })
  opened['OPEN-2'] = await aCheckout(app, { merchantId: merchant.id, reference: 'OPEN-2', at: at(11) })
  opened['OPEN-3'] = await aCheckout(app, { merchantId: other.id, reference: 'OPEN-3', at: at(12) })
  opened['test'] = await aCheckout(app, { merchantId: sandbox.id, reference: 'PAID-1', at: at(12), mode: 'SANDBOX' })
  sessions.declined = await payOn(app, numberOf('PAID-1'), { at: at(10, 10), amountKobo: 400_000n })
  sessions.taken = await payOn(app, numberOf('PAID-1'), { at: at(10, 11) })
  await payOn(app, numberOf('PAID-1'), { at: at(10, 12) })
})
afterAll(() => app.close())

const numberOf = (reference: string) => opened[reference]?.accountNumber ?? ''
const infoOf = async (reference: string) =>
  (await ada.call(info, { checkoutId: opened[reference]?.id ?? '' })).data.info
const references = async (request: Request<typeof list>) => {
  const { data } = await ada.call(list, request)
  expect(data.totalRecords).toBe(data.checkouts.length)
  return data.checkouts.map(({ reference }) => reference)
}

it('API-22 CHECKOUT-01 lists checkouts of one mode, newest first, with all fields of a row', async () => {
  const { data } = await ada.call(list, {})
  expect(data.totalRecords).toBe(3)
  expect(data.checkouts.map(({ reference }) => reference)).toEqual(['OPEN-3', 'OPEN-2', 'PAID-1'])
  expect(data.checkouts[2]).toEqual({
    id: opened['PAID-1']?.id,
    createdAt: at(10).toISOString(),
    reference: 'PAID-1',
    amount: 5000,
    hasPaid: true,
    charges: 53.75,
    paymentMethod: 'Bank',
    merchantId: merchant.id,
    merchant: { id: merchant.id, businessName: merchant.business_name },
  })
  expect(data.checkouts[0]).toMatchObject({ hasPaid: false, charges: null, paymentMethod: null })
})

it('API-22 FILTER-28 FILTER-55 filters checkouts by merchant, payment and days, with exact counts when folded or not', async () => {
  for (const fold of [false, true]) {
    if (fold) await foldAll(app.db)
    expect(await references({ merchantId: merchant.id })).toEqual(['OPEN-2', 'PAID-1'])
    expect(await references({ hasPaid: 'true' })).toEqual(['PAID-1'])
    expect(await references({ hasPaid: 'false' })).toEqual(['OPEN-3', 'OPEN-2'])
    expect(await references({ merchantId: merchant.id, hasPaid: 'false' })).toEqual(['OPEN-2'])
    expect(await references({ startDate: '2026-11-11', endDate: '2026-11-11' })).toEqual(['OPEN-2'])
    expect(await references({ startDate: '2026-11-11' })).toEqual(['OPEN-3', 'OPEN-2'])
    expect(await references({ merchantId: uuidv7() })).toEqual([])
    expect(await references({ startDate: '2026-11-12', endDate: '2026-11-01' })).toEqual([])
  }
  expect(await ada.call(list, { page: 2, size: 2 })).toMatchObject({
    data: { totalRecords: 3, checkouts: [{ reference: 'PAID-1' }] },
  })
  expect((await ada.call(list, { page: 9 })).data).toEqual({ totalRecords: 3, checkouts: [] })
})

it('API-22 finds a checkout by reference and by the session ID of a credited or declined payment', async () => {
  expect(await references({ reference: 'open-2' })).toEqual(['OPEN-2'])
  expect(await references({ reference: 'open' })).toEqual(['OPEN-3', 'OPEN-2'])
  expect(await references({ reference: 'pen-2' })).toEqual([])
  expect(await references({ reference: 'open', hasPaid: 'true' })).toEqual([])
  for (const text of [sessions.taken, sessions.declined, `COL-${sessions.taken}`]) {
    expect(await references({ reference: text })).toEqual(['PAID-1'])
  }
  expect(await references({ reference: '0'.repeat(30) })).toEqual([])
  expect(await references({ reference: "' or true --" })).toEqual([])
})

it.each([{ hasPaid: 'perhaps' }, { startDate: 'yesterday' }, { page: '0' }, { reference: 'x'.repeat(101) }])(
  'API-22 rejects the query %j',
  async (query) => {
    expect((await ada.call(list, query as never)).status).toBe(400)
  },
)

it('API-23 CHECKOUT-02 returns a paid checkout with its declined payments and the reasons', async () => {
  expect(await infoOf('PAID-1')).toMatchObject({
    amount: 5000,
    hasPaid: true,
    createdAt: at(10).toISOString(),
    charges: 53.75,
    reference: 'PAID-1',
    narration: 'Order',
    link: `${publicUrl()}/pay/checkout/${opened['PAID-1']?.id}`,
    transaction: {
      id: expect.any(String),
      createdAt: at(10, 11).toISOString(),
      amount: 5000,
      totalSettlementAmount: 4946.25,
      narration: 'Kola nut',
      paymentMethod: 'Bank',
      sessionId: sessions.taken,
    },
    virtualAccount: {
      accountNumber: numberOf('PAID-1'),
      bankName: 'Providus Bank',
      accountName: 'Kola Nut & Kernel Ltd',
    },
    expiresAt: at(10, 19).toISOString(),
    closedAt: null,
    payments: [
      { status: 'DECLINED', reason: expect.stringContaining('already received its payment') },
      { status: 'SUCCESS', amount: 5000, senderName: 'Hadiza Bello', reason: null },
      { status: 'DECLINED', amount: 4000, reason: expect.stringContaining('received ₦4,000.00') },
    ],
  })
  expect(await infoOf('OPEN-2')).toMatchObject({ hasPaid: false, charges: null, transaction: null, payments: [] })
})

it("API-23 returns the link's URL and no expiry for the checkout of a payment link", async () => {
  const reference = 'LINK-4'
  await aPaymentLink(app, { merchantId: merchant.id, reference, at: at(13) })
  const { data } = await ada.call(list, { reference })
  const found = await ada.call(info, { checkoutId: data.checkouts[0]?.id ?? '' })
  expect(found.data.info.link).toMatch(/^http:\/\/localhost:\d+\/pay\/[\w-]{16}$/)
  expect(found.data.info.expiresAt).toBeNull()
})

it.each(['nobody', uuidv7()])('API-23 returns 404 for the checkout %s', async (checkoutId) => {
  expect(await ada.call(info, { checkoutId })).toMatchObject({ status: 404, code: 'not_found' })
})

it('API-23 returns 404 for a checkout of the other mode', async () => {
  expect(await ada.call(info, { checkoutId: opened['test']?.id ?? '' })).toMatchObject({ status: 404 })
})
