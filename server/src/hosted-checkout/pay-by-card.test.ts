import { contract } from '@kobo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultCounts, verifyLedger } from '../ledger/verify.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aPaymentLink, payOn } from '../testing/payment-requests.ts'
import { aFundedMerchant } from '../testing/payouts.ts'
import { uuidv7 } from '../uuid.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
afterAll(() => app.close())

async function aLink(on = app) {
  const merchant = await aFundedMerchant(on.db, 1_000_000n)
  const link = await aPaymentLink(on, { merchantId: merchant.id, reference: uuidv7().toUpperCase(), at: new Date() })
  return { ...link, path: `/pay/${link.code}` }
}

async function go(path: string, method = 'GET', on = app) {
  const form = method === 'POST' ? { body: new URLSearchParams() } : {}
  const reply = await fetch(on.url + path, { method, redirect: 'manual', ...form })
  const to = reply.headers.get('location') ?? ''
  return { status: reply.status, to: to.replace(app.services.settings.publicUrl, ''), text: await reply.text() }
}

/** Goes from the pay page to the acquirer's, and back with a card. */
async function pay(path: string, card: string) {
  const { status, to } = await go(`${path}/card`, 'POST')
  expect([status, to]).toEqual([303, expect.stringMatching(/^\/demo\/acquirer\/CRD-/)])
  const atAcquirer = await go(to)
  expect(atAcquirer.text).toContain('₦5,000.00')
  expect(atAcquirer.text).not.toContain('<input')
  const returned = await go(`${to}/${card}`, 'POST')
  expect([returned.status, returned.to]).toEqual([303, `${path}?card=back`])
  return { ...(await go(returned.to)), acquirer: to }
}

describe('payment links paid by card', () => {
  it('shows a card payment with its fee and accepts no further payment', async () => {
    const { path, accountNumber } = await aLink()
    const { text, acquirer } = await pay(path, 'approved')
    for (const shown of ['>Paid<', 'Paid with', 'Card', 'Fee', 'VAT']) expect(text).toContain(shown)
    expect((await go(`${path}/card`, 'POST')).text).toContain('already received its payment')
    // A payer who returns to the acquirer is redirected.
    expect((await go(acquirer)).to).toBe(`${path}?card=back`)
    await payOn(app, accountNumber)
    const payments = app.db.selectFrom('transaction').select('status').where('beneficiary_number', '=', accountNumber)
    expect((await payments.orderBy('id').execute()).map(({ status }) => status)).toEqual(['SUCCESS', 'DECLINED'])
  })

  it('finds a checkout by the reference of its card payment', async () => {
    const { path } = await aLink()
    const { acquirer } = await pay(path, 'approved')
    const ada = await app.signIn()
    const { data } = await ada.call(contract.checkouts.list, { reference: acquirer.split('/').at(-1) ?? '' })
    expect(data.checkouts).toMatchObject([{ hasPaid: true, paymentMethod: 'Card' }])
  })

  it('shows why the card was not charged and accepts another one', async () => {
    const { path } = await aLink()
    const declined = await pay(path, 'declined')
    expect(declined.text).toContain('Your card was not charged')
    expect(declined.text).toContain('Insufficient funds')
    expect((await pay(path, 'approved')).text).toContain('>Paid<')
  })

  it('accepts another payment after a payer returned without paying', async () => {
    const { path } = await aLink()
    expect((await pay(path, 'none')).text).toContain('Payment was not completed')
    expect((await pay(path, 'approved')).text).toContain('>Paid<')
  })

  it('offers no other payment while the outcome is unknown', async () => {
    const { path } = await aLink()
    const { text } = await pay(path, 'silent')
    expect(text).toContain('Your card payment is being processed')
    expect(text).toContain(`href="${path}?card=back"`)
    expect(text).not.toContain('<form')
  })

  it('starts one card payment under repeated clicks', async () => {
    const { path } = await aLink()
    const responses = await Promise.all([1, 2, 3].map(() => go(`${path}/card`, 'POST')))
    expect(new Set(responses.map(({ to }) => to)).size).toBe(1)
  })

  it('returns not found for an unknown payment or card', async () => {
    expect((await go('/demo/acquirer/CRD-0')).status).toBe(404)
    expect((await go('/demo/acquirer/CRD-0/approved', 'POST')).status).toBe(404)
    const { path } = await aLink()
    const { to } = await go(`${path}/card`, 'POST')
    expect((await go(`${to}/stolen`, 'POST')).status).toBe(404)
    expect((await go('/pay/nothing/card', 'POST')).status).toBe(404)
  })

  it('keeps the ledger balanced', async () => {
    expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  })
})

it('offers only bank transfer when no acquirer is configured', async () => {
  const without = await startApp({ jobs: 'running', settings: { demo: false } })
  const { path } = await aLink(without)
  expect((await go(path, 'GET', without)).text).not.toContain('card')
  expect((await go(`${path}/card`, 'POST', without)).text).toContain('Card payments are unavailable right now')
  await without.close()
})
