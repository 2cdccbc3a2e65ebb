import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PartnerRefused, type Partners } from '@kobo/demo/partners'
import { verifyLedger } from '../ledger/verify.ts'
import { newSessionId } from '../rails/session-id.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { partnersOf } from '../testing/signed-callers.ts'
import { aFundedMerchant, withEndpoint } from '../testing/payouts.ts'
import { uuidv7 } from '../uuid.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ jobs: 'running', settings: { publicUrl: 'https://console.example' } })
  partners = partnersOf(app)
})
afterAll(() => app.close())

async function aMerchant() {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  await withEndpoint(app.db, app.services.seal, merchant.id, 'simulator:/hooks/checkouts')
  return merchant
}

const checkout = (fields: object = {}) => ({ reference: randomUUID(), amount: 1000, narration: 'Order 17', ...fields })
const link = (fields: object = {}) => ({ reference: randomUUID(), amount: 1000, description: 'Ten bags', ...fields })

/** Returns the status with which a call is rejected. */
async function refusal(call: Promise<unknown>): Promise<number> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof PartnerRefused) return error.status
  throw new Error('This was not refused')
}

async function sendTransfer(accountNumber: unknown) {
  const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '000013' }
  const sessionId = newSessionId(app.clock.now())
  const collection = { mode: 'PRODUCTION', route: 'NIP', sessionId, accountNumber, amountKobo: '100000', sender }
  await partners.collect(collection)
}

describe('checkouts of merchants', () => {
  it('opens a checkout once per reference and returns its account number and expiry', async () => {
    const merchant = await aMerchant()
    const call = checkout({ minutes: 30, accountName: 'Order 17 of Bola' })
    const [first, repeated] = await Promise.all([
      partners.ask(merchant.id, 'checkouts', call),
      partners.ask(merchant.id, 'checkouts', call),
    ])
    expect(repeated).toEqual(first)
    expect(first).toEqual({
      checkoutId: expect.any(String),
      accountNumber: expect.stringMatching(/^\d{10}$/),
      bank: 'Providus Bank',
      expiresAt: expect.any(String),
      link: `https://console.example/pay/checkout/${String(first['checkoutId'])}`,
    })
    const row = app.db.selectFrom('checkout').innerJoin('virtual_account', 'virtual_account.id', 'virtual_account_id')
    expect(
      await row.selectAll('checkout').select('account_name').where('checkout.merchant_id', '=', merchant.id).execute(),
    ).toMatchObject([
      {
        reference: call.reference.toUpperCase(),
        amount_kobo: 100_000n,
        narration: 'Order 17',
        account_name: 'Order 17 of Bola',
      },
    ])
    expect(await refusal(partners.ask(merchant.id, 'checkouts', { ...call, amount: 5 }))).toBe(409)
  })

  it("uses the merchant's name by default and opens checkouts of an inactive merchant", async () => {
    const merchant = await aMerchant()
    await app.db.updateTable('merchant').set({ status: 'INACTIVE' }).where('id', '=', merchant.id).execute()
    const { accountNumber } = await partners.ask(merchant.id, 'checkouts', checkout())
    const opened = app.db.selectFrom('virtual_account').select('account_name').where('merchant_id', '=', merchant.id)
    expect(await opened.executeTakeFirst()).toEqual({ account_name: merchant.business_name })
    await sendTransfer(accountNumber)
    const paid = app.db.selectFrom('checkout').select('paid_at').where('merchant_id', '=', merchant.id)
    expect((await paid.executeTakeFirstOrThrow()).paid_at).not.toBeNull()
  })

  it('rejects a reference that another virtual account, link or checkout has', async () => {
    const merchant = await aMerchant()
    const reference = randomUUID()
    await partners.ask(merchant.id, 'virtual-accounts', { reference, accountName: 'Order', amount: 5 })
    expect(await refusal(partners.ask(merchant.id, 'checkouts', checkout({ reference })))).toBe(409)
    expect(await refusal(partners.ask(merchant.id, 'payment-links', link({ reference })))).toBe(409)
    const call = link()
    await partners.ask(merchant.id, 'payment-links', call)
    const virtual = { reference: call.reference, accountName: 'Order', amount: 5 }
    expect(await refusal(partners.ask(merchant.id, 'virtual-accounts', virtual))).toBe(409)
    expect(await refusal(partners.ask(merchant.id, 'checkouts', checkout({ reference: call.reference })))).toBe(409)
  })

  it.each([
    ['for zero', { amount: 0 }],
    ['for a fraction of a kobo', { amount: 1.001 }],
    ['for more than a hundred million', { amount: 1e15 }],
    ['without a narration', { narration: ' ' }],
    ['with an empty name', { accountName: '' }],
    ['with zero minutes', { minutes: 0 }],
    ['with too many minutes', { minutes: 1e9 }],
    ['without a reference', { reference: '' }],
    ['with an unknown field', { fee: 5 }],
  ])('rejects a checkout %s', async (_, fields) => {
    const merchant = await aMerchant()
    expect(await refusal(partners.ask(merchant.id, 'checkouts', checkout(fields)))).toBe(400)
  })
})

describe('payment links of merchants', () => {
  it('creates a payment link once per reference with an unguessable URL', async () => {
    const merchant = await aMerchant()
    const call = link()
    const [first, repeated] = await Promise.all([
      partners.ask(merchant.id, 'payment-links', call),
      partners.ask(merchant.id, 'payment-links', call),
    ])
    expect(repeated).toEqual(first)
    expect(first['link']).toMatch(/^https:\/\/console\.example\/pay\/[\w-]{16}$/)
    expect(await refusal(partners.ask(merchant.id, 'payment-links', { ...call, description: 'Nine' }))).toBe(409)
    const links = app.db.selectFrom('payment_link').select(['id', 'description', 'inactive_at'])
    expect(await links.where('merchant_id', '=', merchant.id).execute()).toEqual([
      { id: first['id'], description: 'Ten bags', inactive_at: null },
    ])
  })

  it('cancels a payment link only for its merchant, also repeatedly', async () => {
    const [merchant, other] = [await aMerchant(), await aMerchant()]
    const { id, accountNumber } = await partners.ask(merchant.id, 'payment-links', link())
    const closings = 'payment-links/closings'
    expect(await refusal(partners.ask(other.id, closings, { id }))).toBe(404)
    expect(await refusal(partners.ask(merchant.id, closings, { id: uuidv7() }))).toBe(404)
    expect(await refusal(partners.ask(merchant.id, closings, { id: 'x' }))).toBe(400)
    for (let turn = 0; turn < 2; turn++) expect(await partners.ask(merchant.id, closings, { id })).toEqual({ id })
    await sendTransfer(accountNumber)
    const links = app.db.selectFrom('payment_link').innerJoin('checkout', 'checkout.id', 'checkout_id')
    const row = await links
      .select(['paid_at', 'inactive_at'])
      .where('payment_link.id', '=', String(id))
      .executeTakeFirst()
    expect(row).toEqual({ paid_at: null, inactive_at: expect.any(String) })
  })

  it.each([
    ['for zero', { amount: 0 }],
    ['without a description', { description: '' }],
    ['under a reference of the switch', { reference: 'COL-1' }],
    ['with minutes', { minutes: 5 }],
  ])('rejects a payment link %s', async (_, fields) => {
    const merchant = await aMerchant()
    expect(await refusal(partners.ask(merchant.id, 'payment-links', link(fields)))).toBe(400)
  })

  it('keeps the ledger balanced', async () => {
    expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  })
})
