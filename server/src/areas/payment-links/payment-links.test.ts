import { contract } from '@kobo/contract'
import type { Request } from '@kobo/contract/kit/call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { cancelPaymentLink } from '../../engine/checkouts/cancel-payment-link.ts'
import { foldAll } from '../../ledger/fold.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aPaymentLink, payOn } from '../../testing/payment-requests.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { uuidv7 } from '../../uuid.ts'

const { list, info } = contract.paymentLinks

let app: TestApp
let ada: Client
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
const created: Record<string, Awaited<ReturnType<typeof aPaymentLink>>> = {}
const sessions: Record<'taken' | 'declined', string> = { taken: '', declined: '' }

const publicUrl = () => app.services.settings.publicUrl
const at = (day: number, hour = 9) => new Date(Date.UTC(2026, 10, day, hour))

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  merchant = await aFundedMerchant(app.db, 1_000_000n)
  const sandbox = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
  const merchantId = merchant.id
  created['paid'] = await aPaymentLink(app, { merchantId, reference: 'A-1', at: at(10), what: 'Ten bags of kola nut' })
  created['open'] = await aPaymentLink(app, { merchantId, reference: 'A-2', at: at(11), what: 'School fees, Ada' })
  created['back'] = await aPaymentLink(app, { merchantId, reference: 'B-3', at: at(12), what: 'Rent 100%' })
  created['test'] = await aPaymentLink(app, { merchantId: sandbox.id, reference: 'A-1', at: at(12), mode: 'SANDBOX' })
  sessions.declined = await payOn(app, created['paid'].accountNumber, { at: at(10, 10), amountKobo: 600_000n })
  sessions.taken = await payOn(app, created['paid'].accountNumber, { at: at(10, 11) })
  const payment = { mode: 'PRODUCTION', merchantId, paymentLinkId: created['back'].id, at: at(12, 12) } as const
  await transact(app.db, (t) => cancelPaymentLink(t, payment))
})
afterAll(() => app.close())

const infoOf = async (name: string) => (await ada.call(info, { paymentLinkId: created[name]?.id ?? '' })).data.linkInfo
const references = async (request: Request<typeof list>) => {
  const { data } = await ada.call(list, request)
  expect(data.totalRecords).toBe(data.links.length)
  return data.links.map(({ reference }) => reference)
}

it('API-54 PAYLINK-01 lists payment links of one mode, newest first, with all fields of a row', async () => {
  const { data } = await ada.call(list, {})
  expect(data.totalRecords).toBe(3)
  expect(data.links.map(({ reference, status, hasPaid }) => [reference, status, hasPaid])).toEqual([
    ['B-3', 'INACTIVE', false],
    ['A-2', 'ACTIVE', false],
    ['A-1', 'INACTIVE', true],
  ])
  expect(data.links[1]).toEqual({
    id: created['open']?.id,
    createdAt: at(11).toISOString(),
    status: 'ACTIVE',
    hasPaid: false,
    description: 'School fees, Ada',
    link: `${publicUrl()}/pay/${created['open']?.code}`,
    reference: 'A-2',
    amount: 5000,
    merchant: { id: merchant.id, businessName: merchant.business_name },
  })
})

it('API-54 FILTER-56 filters payment links by status and days, with exact counts when folded or not', async () => {
  for (const fold of [false, true]) {
    if (fold) await foldAll(app.db)
    expect(await references({ status: 'ACTIVE' })).toEqual(['A-2'])
    expect(await references({ status: 'INACTIVE' })).toEqual(['B-3', 'A-1'])
    expect(await references({ startDate: '2026-11-11' })).toEqual(['B-3', 'A-2'])
    expect(await references({ status: 'INACTIVE', startDate: '2026-11-10', endDate: '2026-11-11' })).toEqual(['A-1'])
    expect(await references({ startDate: '2026-11-12', endDate: '2026-11-01' })).toEqual([])
  }
  expect(await references({ status: 'inactive' })).toEqual(['B-3', 'A-1'])
  expect((await ada.call(list, { page: 9 })).data).toEqual({ totalRecords: 3, links: [] })
})

it('API-54 finds a payment link by reference, description and session ID of a payment', async () => {
  expect(await references({ search: 'a-' })).toEqual(['A-2', 'A-1'])
  expect(await references({ search: 'KOLA' })).toEqual(['A-1'])
  expect(await references({ search: 'fees, a' })).toEqual(['A-2'])
  expect(await references({ search: '100%' })).toEqual(['B-3'])
  expect(await references({ search: '0%x' })).toEqual([])
  expect(await references({ search: 'a-', status: 'INACTIVE' })).toEqual(['A-1'])
  for (const search of [sessions.taken, sessions.declined]) expect(await references({ search })).toEqual(['A-1'])
})

it.each([{ status: 'PAID' }, { endDate: '2026-13-01' }, { page: 'one' }])(
  'API-54 rejects the query %j',
  async (query) => {
    expect((await ada.call(list, query as never)).status).toBe(400)
  },
)

it('API-55 PAYLINK-02 returns a payment link with its charges and declined payments', async () => {
  expect(await infoOf('paid')).toMatchObject({
    status: 'INACTIVE',
    createdAt: at(10).toISOString(),
    merchant: { businessName: merchant.business_name },
    link: `${publicUrl()}/pay/${created['paid']?.code}`,
    description: 'Ten bags of kola nut',
    hasPaid: true,
    amount: 5000,
    charges: 53.75,
    reference: 'A-1',
    paidAt: at(10, 11).toISOString(),
    inactiveAt: at(10, 11).toISOString(),
    accountNumber: created['paid']?.accountNumber,
    payments: [
      { status: 'SUCCESS', amount: 5000 },
      { status: 'DECLINED', amount: 6000, reason: expect.stringContaining('received ₦6,000.00') },
    ],
  })
  const { transactionId, checkoutId, payments } = await infoOf('paid')
  expect(payments?.[0]?.id).toBe(transactionId)
  const checkout = await ada.call(contract.checkouts.info, { checkoutId: checkoutId ?? '' })
  expect(checkout.data.info).toMatchObject({ reference: 'A-1', hasPaid: true })
  expect(await infoOf('back')).toMatchObject({
    status: 'INACTIVE',
    hasPaid: false,
    charges: null,
    transactionId: null,
    inactiveAt: at(12, 12).toISOString(),
  })
})

it('API-55 returns 404 for an unknown payment link or one of the other mode', async () => {
  for (const paymentLinkId of [created['test']?.id ?? '', 'nobody', uuidv7()]) {
    expect(await ada.call(info, { paymentLinkId })).toMatchObject({ status: 404, code: 'not_found' })
  }
})
