import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { cancelPaymentLink } from '../engine/checkouts/cancel-payment-link.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { newSessionId } from '../rails/session-id.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aCheckout, aPaymentLink, payOn } from '../testing/payment-requests.ts'
import { aFundedMerchant, ownAccount } from '../testing/payouts.ts'
import { uuidv7 } from '../uuid.ts'

let app: TestApp
/** Server on the same database, without the demo. */
let plain: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  plain = await startApp({ jobs: 'running', settings: { demo: false } })
})
afterAll(() => Promise.all([app.close(), plain.close()]))

const hourMs = 3_600_000

async function aLink(on = app) {
  const merchant = await aFundedMerchant(on.db, 1_000_000n)
  const request = { merchantId: merchant.id, reference: uuidv7().toUpperCase(), what: 'Ten <b>bags</b>' }
  const link = await aPaymentLink(on, { ...request, at: new Date() })
  return { ...link, merchant, reference: request.reference, path: `/pay/${link.code}` }
}

async function viewPage(path: string, on = app) {
  const reply = await fetch(on.url + path)
  return { status: reply.status, headers: reply.headers, text: await reply.text() }
}

/** Submits a page's form with these fields changed. */
async function send(path: string, fields: Record<string, string> = {}, on = app) {
  const body = new URLSearchParams({ amount: '5000.00', sessionId: newSessionId(new Date()), ...fields })
  const reply = await fetch(on.url + path, { method: 'POST', body, redirect: 'manual' })
  return {
    status: reply.status,
    to: reply.headers.get('location') ?? '',
    text: await reply.text(),
    headers: reply.headers,
  }
}

async function paymentsOn(accountNumber: string) {
  const rows = app.db.selectFrom('transaction').select(['status', 'amount_kobo', 'narration'])
  return await rows.where('beneficiary_number', '=', accountNumber).orderBy('id').execute()
}

describe('hosted checkout page', () => {
  it('shows the merchant, the purpose, the amount and the account number', async () => {
    const { path, accountNumber, merchant } = await aLink()
    const { status, text, headers } = await viewPage(path)
    expect(status).toBe(200)
    expect(text).toContain(`<h1>${merchant.business_name.replace('&', '&#38;')}</h1>`)
    for (const shown of [
      '₦5,000.00',
      'Ten &#60;b&#62;bags',
      'Awaiting payment',
      accountNumber,
      'Providus Bank',
      'Kola Nut &#38;',
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('<script')
    expect(text).toContain('name="robots" content="noindex')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self' https:; base-uri 'none'; frame-ancestors 'none'",
    )
    expect((await viewPage('/pay.css')).headers.get('content-type')).toContain('text/css')
  })

  it('offers no way to pay while the collections of the merchant are frozen', async () => {
    const { path, accountNumber, merchant } = await aLink()
    const frozen = (scopes: string[]) =>
      app.db.updateTable('merchant').set({ frozen_scopes: scopes }).where('id', '=', merchant.id).execute()
    await frozen(['COLLECTIONS'])
    const { status, text } = await viewPage(path)
    expect(status).toBe(200)
    expect(text).toContain('The merchant does not receive payments at present')
    for (const hidden of [accountNumber, '<form', 'frozen']) expect(text).not.toContain(hidden)
    await frozen(['MONEY_OUT'])
    expect((await viewPage(path)).text).toContain(accountNumber)
    await frozen([])
  })

  it('serves a checkout and shows when it expires', async () => {
    const merchant = await aFundedMerchant(app.db, 1n)
    const open = await aCheckout(app, { merchantId: merchant.id, reference: uuidv7(), at: new Date() })
    const long = new Date(Date.now() - 24 * hourMs)
    const late = await aCheckout(app, { merchantId: merchant.id, reference: uuidv7(), at: long })
    expect((await viewPage(`/pay/checkout/${open.id}`)).text).toMatch(/Valid until<\/dt><dd>\d\d-\d\d-\d{4} \d\d:\d\d/)
    const { text } = await viewPage(`/pay/checkout/${late.id}`)
    expect(text).toContain('Expired')
    expect(text).not.toContain(late.accountNumber)
    expect(text).not.toContain('<form')
  })

  it('states in Test mode that no real money moves', async () => {
    const merchant = await aFundedMerchant(app.db, 1n, 'SANDBOX')
    const request = { merchantId: merchant.id, reference: uuidv7(), at: new Date(), mode: 'SANDBOX' } as const
    const { code } = await aPaymentLink(app, request)
    expect((await viewPage(`/pay/${code}`)).text).toContain('Test mode: no real money moves')
    expect((await viewPage((await aLink()).path)).text).not.toContain('Test mode')
  })

  it('accepts no payment for a cancelled link', async () => {
    const { id, merchant, path, accountNumber } = await aLink()
    const cancellation = { mode: 'PRODUCTION', merchantId: merchant.id, paymentLinkId: id, at: new Date() } as const
    await transact(app.db, (t) => cancelPaymentLink(t, cancellation))
    const { text } = await viewPage(path)
    expect(text).toContain('Cancelled')
    expect(text).not.toContain(accountNumber)
    const { to } = await send(path)
    expect((await viewPage(to)).text).toContain(`Account ${accountNumber} is closed`)
  })

  it.each(['/pay/nothing-of-the-kind', '/pay/x%00y', `/pay/checkout/${uuidv7()}`, '/pay/checkout/1', "/pay/'"])(
    'returns a not-found page for %s',
    async (path) => {
      const { status, text, headers } = await viewPage(path)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(text).toContain('Payment not found')
      expect((await send(path)).status).toBe(404)
    },
  )
})

describe('demo bank', () => {
  it('shows the credited amount with links to the console after a payment', async () => {
    const { path, accountNumber, merchant, reference } = await aLink()
    const before = await ownAccount(app.db, merchant.id)
    const sessionId = newSessionId(new Date())
    const { status, to } = await send(path, { sessionId })
    expect([status, to]).toEqual([303, `${path}?payment=${sessionId}`])
    const { text } = await viewPage(to)
    const paid = await app.db.selectFrom('checkout').selectAll().where('reference', '=', reference).executeTakeFirst()
    for (const shown of ['>Paid<', reference, sessionId, '₦50.00', '₦3.75', '₦4,946.25']) expect(text).toContain(shown)
    expect(text).toContain(`href="/payout/${paid?.transaction_id}/transaction-payout"`)
    expect(text).toContain(`href="/merchants/${merchant.id}?status=transactions"`)
    expect(text).not.toContain('declined')
    const after = await ownAccount(app.db, merchant.id)
    expect(after.booked_kobo - before.booked_kobo).toBe(494_625n)
    expect(await paymentsOn(accountNumber)).toEqual([
      { status: 'SUCCESS', amount_kobo: 500_000n, narration: 'Pay page' },
    ])
  })

  it('pays once when a form is submitted repeatedly', async () => {
    const { path, accountNumber } = await aLink()
    const fields = { sessionId: newSessionId(new Date()) }
    const both = await Promise.all([send(path, fields), send(path, fields), send(path, fields)])
    expect(both.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await send(path, fields)).status).toBe(303)
    expect(await paymentsOn(accountNumber)).toHaveLength(1)
    expect((await viewPage(both[0].to)).text).not.toContain('declined')
    const changed = await send(path, { ...fields, amount: '1' })
    expect([changed.status, changed.text.includes('with another amount')]).toEqual([409, true])
  })

  it('returns a wrong amount and a second payment with the reason', async () => {
    const { path, accountNumber } = await aLink()
    const wrong = await send(path, { amount: '6,000' })
    const { text } = await viewPage(wrong.to)
    expect(text).toContain('Your payment was declined')
    expect(text).toContain('₦6,000.00 is returned to you')
    expect(text).toContain(`Account ${accountNumber} expects ₦5,000.00 but received ₦6,000.00`)
    expect(text).toContain('Awaiting payment')
    await send(path)
    const second = await viewPage((await send(path)).to)
    expect(second.text).toContain('already received its payment')
    expect(second.text).toContain('>Paid<')
    expect(await paymentsOn(accountNumber)).toMatchObject([
      { status: 'DECLINED' },
      { status: 'SUCCESS' },
      { status: 'DECLINED' },
    ])
  })

  it('shows no payment on another account', async () => {
    const [openLink, closedLink] = [await aLink(), await aLink()]
    const { to } = await send(openLink.path, { amount: '1' })
    expect((await viewPage(to.replace(openLink.path, closedLink.path))).text).not.toContain('declined')
    for (const payment of ['x', '%00', "' or true"]) {
      expect((await viewPage(`${openLink.path}?payment=${payment}&payment=${payment}`)).status).toBe(200)
    }
  })

  it.each([
    ['of zero', { amount: '0' }],
    ['of a negative amount', { amount: '-5' }],
    ['of a fraction of a kobo', { amount: '1.005' }],
    ['of text', { amount: 'five' }],
    ['of more than the limit', { amount: '9999999999999' }],
    ['of an empty amount', { amount: '' }],
    ['without a session ID', { sessionId: '' }],
    ['with an invalid session ID', { sessionId: 'x'.repeat(30) }],
  ])('rejects a form %s on a page and sends nothing', async (_, fields) => {
    const { path, accountNumber } = await aLink()
    const { status, text, headers } = await send(path, fields)
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(text).toContain('This payment was not sent')
    expect(text).toContain(`href="${path}"`)
    expect(await paymentsOn(accountNumber)).toEqual([])
  })

  it('rejects invalid, oversized and excessive requests', async () => {
    const { path } = await aLink()
    const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"amount":5000}' }
    expect((await fetch(app.url + path, json)).status).toBe(400)
    expect((await fetch(app.url + path, { method: 'POST' })).status).toBe(400)
    expect((await send(path, { amount: '1'.repeat(3000) })).status).toBe(413)
    const small = await startApp({
      settings: { limits: { perAddress: 100, perSession: 100, auth: 2, perSigner: 100, unsigned: 100 } },
    })
    const statuses = []
    for (let turn = 0; turn < 3; turn++) statuses.push(await send('/pay/nothing', {}, small))
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 429])
    expect(statuses[2]?.text).toContain('Too many requests')
    expect(statuses[2]?.headers.get('retry-after')).toMatch(/^\d+$/)
    await small.close()
  })

  it('keeps the ledger balanced', async () => {
    expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  })
})

describe('hosted checkout page outside the demo', () => {
  it('shows the account number and no demo bank', async () => {
    const { path, accountNumber } = await aLink(plain)
    const { text } = await viewPage(path, plain)
    expect(text).toContain(accountNumber)
    expect(text).not.toContain('demo')
    expect(text).not.toContain('<form')
    expect((await send(path, {}, plain)).status).toBe(404)
  })

  it('shows a payment without fees or links to the console', async () => {
    const { path, accountNumber, reference } = await aLink(plain)
    const sessionId = await payOn(plain, accountNumber)
    const { text } = await viewPage(path, plain)
    for (const shown of ['>Paid<', reference, sessionId]) expect(text).toContain(shown)
    for (const hidden of ['Fee', 'console', '/merchants/']) expect(text).not.toContain(hidden)
  })
})
