import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { uuidv7 } from '../../uuid.ts'
import { closeVirtualAccount } from '../collections/close-virtual-account.ts'
import { receiveCollection } from '../collections/receive-collection.ts'
import { openCheckout } from './open-checkout.ts'
import { openPaymentLink } from './open-payment-link.ts'
import { cancelPaymentLink } from './cancel-payment-link.ts'
import { DomainError } from '../../domain-error.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const mode = 'PRODUCTION'
const amountKobo = 500_000n
const hourMs = 3_600_000
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

type Merchant = Awaited<ReturnType<typeof aFundedMerchant>>

function aCheckout(merchant: Merchant, reference = uuidv7(), at = new Date()) {
  const expiresAt = new Date(at.getTime() + hourMs)
  const order = { mode, merchantId: merchant.id, accountName: 'Kola Nut & Kernel Ltd', amountKobo, reference } as const
  return transact(app.db, (t) => openCheckout(t, { ...order, narration: 'Order 17', expiresAt, at }))
}

function aLink(merchant: Merchant, reference = uuidv7()) {
  const order = {
    mode,
    merchantId: merchant.id,
    accountName: 'Kola Nut',
    amountKobo,
    reference,
    at: new Date(),
  } as const
  return transact(app.db, (t) => openPaymentLink(t, { ...order, description: 'Ten bags of kola nut' }))
}

function takeBack(merchant: Merchant, paymentLinkId: string): Promise<boolean> {
  const taking = { mode, merchantId: merchant.id, paymentLinkId, at: new Date() } as const
  return transact(app.db, (t) => cancelPaymentLink(t, taking))
}

function pay(accountNumber: string, more: { kobo?: bigint; at?: Date; sessionId?: string } = {}) {
  const { kobo = amountKobo, at = new Date(), sessionId = newSessionId(at) } = more
  const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' }
  const payment = { mode, accountNumber, amountKobo: kobo, sender, sessionId, narration: '', route: 'NIP', at } as const
  return transact(app.db, (t) => receiveCollection(t, app.services.jobs, payment))
}

/** State of an account's checkout, its link and its payments. */
async function stateOf(accountNumber: string) {
  const row = await app.db
    .selectFrom('checkout')
    .innerJoin('virtual_account', 'virtual_account.id', 'virtual_account_id')
    .leftJoin('payment_link', 'checkout_id', 'checkout.id')
    .select(['paid_at', 'transaction_id', 'inactive_at', 'used_at', 'closed_at'])
    .where('account_number', '=', accountNumber)
    .executeTakeFirstOrThrow()
  const payments = await app.db
    .selectFrom('transaction')
    .select(['id', 'status', 'fee_kobo', 'vat_kobo'])
    .where('beneficiary_number', '=', accountNumber)
    .where('payment_method', 'is not', null)
    .execute()
  return { ...row, payments, successes: payments.filter(({ status }) => status === 'SUCCESS') }
}

describe('checkouts', () => {
  it('marks a checkout as paid by a collection on its account and credits the merchant less the charge', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { accountNumber } = await aCheckout(merchant)
    const before = await ownAccount(app.db, merchant.id)
    const at = new Date()
    const response = await pay(accountNumber, { at })
    const paid = await stateOf(accountNumber)
    expect(response).toEqual({ outcome: 'CREDITED', transactionId: paid.transaction_id })
    expect(paid).toMatchObject({
      paid_at: at.toISOString(),
      used_at: at.toISOString(),
      successes: [{ id: paid.transaction_id }],
    })
    const { booked_kobo } = await ownAccount(app.db, merchant.id)
    const charges = (paid.payments[0]?.fee_kobo ?? 0n) + (paid.payments[0]?.vat_kobo ?? 0n)
    expect(charges).toBeGreaterThan(0n)
    expect(booked_kobo - before.booked_kobo).toBe(amountKobo - charges)
  })

  it('declines another amount, a late payment and a second payment of a checkout', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { accountNumber } = await aCheckout(merchant)
    const late = await aCheckout(merchant, uuidv7(), new Date(Date.now() - 2 * hourMs))
    expect((await pay(accountNumber, { kobo: amountKobo + 1n })).outcome).toBe('DECLINED')
    expect((await pay(late.accountNumber)).outcome).toBe('DECLINED')
    expect(await stateOf(accountNumber)).toMatchObject({ paid_at: null, transaction_id: null })
    expect(await stateOf(late.accountNumber)).toMatchObject({ paid_at: null })
    expect((await pay(accountNumber)).outcome).toBe('CREDITED')
    const { paid_at } = await stateOf(accountNumber)
    expect((await pay(accountNumber)).outcome).toBe('DECLINED')
    expect(await stateOf(accountNumber)).toMatchObject({ paid_at, successes: [{}] })
  })

  it('credits one of three concurrent payments of a checkout', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { accountNumber } = await aCheckout(merchant)
    const responses = await Promise.all([pay(accountNumber), pay(accountNumber), pay(accountNumber)])
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CREDITED', 'DECLINED', 'DECLINED'])
    expect((await stateOf(accountNumber)).successes).toHaveLength(1)
  })

  it('credits a checkout once under concurrent duplicate notifications', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { accountNumber } = await aCheckout(merchant)
    const sessionId = newSessionId(new Date())
    const [next, other] = await Promise.all([pay(accountNumber, { sessionId }), pay(accountNumber, { sessionId })])
    expect(next).toEqual(other)
    expect((await stateOf(accountNumber)).payments).toHaveLength(1)
  })

  it('accepts a reference once per merchant, also under concurrent requests', async () => {
    const [merchant, other] = [await aFundedMerchant(app.db, 1n), await aFundedMerchant(app.db, 1n)]
    const reference = uuidv7()
    const results = await Promise.allSettled([aCheckout(merchant, reference), aLink(merchant, reference)])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(aCheckout(merchant, reference)).rejects.toThrow(DomainError)
    await aCheckout(other, reference)
  })
})

describe('payment links', () => {
  it('deactivates a payment link after one payment and declines the second payer', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { accountNumber } = await aLink(merchant)
    const at = new Date()
    expect((await pay(accountNumber, { at })).outcome).toBe('CREDITED')
    expect(await stateOf(accountNumber)).toMatchObject({ inactive_at: at.toISOString(), paid_at: at.toISOString() })
    expect(await pay(accountNumber)).toEqual({
      outcome: 'DECLINED',
      reason: expect.stringContaining('already received its payment'),
    })
  })

  it('lets only its merchant cancel a payment link and declines later payments', async () => {
    const [merchant, other] = [await aFundedMerchant(app.db, 1n), await aFundedMerchant(app.db, 1n)]
    const { id, accountNumber } = await aLink(merchant)
    expect(await takeBack(other, id)).toBe(false)
    expect([await takeBack(merchant, id), await takeBack(merchant, id)]).toEqual([true, true])
    expect((await pay(accountNumber)).outcome).toBe('DECLINED')
    const { inactive_at, closed_at } = await stateOf(accountNumber)
    expect(inactive_at).not.toBeNull()
    expect(closed_at).toBe(inactive_at)
  })

  it('deactivates a payment link when its virtual account is closed', async () => {
    const merchant = await aFundedMerchant(app.db, 1n)
    const { accountNumber } = await aLink(merchant)
    const closing = { mode, merchantId: merchant.id, accountNumber, at: new Date() } as const
    await transact(app.db, (t) => closeVirtualAccount(t, closing))
    expect(await stateOf(accountNumber)).toMatchObject({ inactive_at: closing.at.toISOString(), paid_at: null })
  })

  it('either pays or cancels a payment link when both happen concurrently, and always deactivates it', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    for (let turn = 0; turn < 8; turn++) {
      const { id, accountNumber } = await aLink(merchant)
      const [response] = await Promise.all([pay(accountNumber), takeBack(merchant, id), pay(accountNumber)])
      const { successes, paid_at, inactive_at } = await stateOf(accountNumber)
      expect(successes.length).toBeLessThanOrEqual(1)
      expect(paid_at !== null).toBe(successes.length === 1)
      expect(inactive_at).not.toBeNull()
      if (response.outcome === 'CREDITED') expect(successes).toHaveLength(1)
    }
  })
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), isLink: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('overpay' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payTwice' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('close' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('closeAndPay' as const), nth: fc.nat({ max: 5 }) }) },
)

interface OpenedAccount {
  number: string
  isOpen: boolean
  isPaid: boolean
  close: () => Promise<boolean>
  isLink: boolean
}

async function openOne(merchant: Merchant, isLink: boolean): Promise<OpenedAccount> {
  if (isLink) {
    const { id, accountNumber } = await aLink(merchant)
    return { number: accountNumber, isOpen: true, isPaid: false, isLink, close: () => takeBack(merchant, id) }
  }
  const { accountNumber } = await aCheckout(merchant)
  const closing = { mode, merchantId: merchant.id, accountNumber, at: new Date() } as const
  const close = () => transact(app.db, (t) => closeVirtualAccount(t, closing))
  return { number: accountNumber, isOpen: true, isPaid: false, isLink, close }
}

it(
  'posts each payment once and keeps links consistent for any order of opening, paying and cancelling',
  async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const accounts: OpenedAccount[] = []
        for (const next of steps) {
          if (next.do === 'open') {
            accounts.push(await openOne(merchant, next.isLink))
            continue
          }
          const account = accounts[next.nth % Math.max(accounts.length, 1)]
          if (account) await runStep(next.do, account)
        }
        for (const { number, isPaid, isOpen, isLink } of accounts) {
          const { successes, paid_at, transaction_id, inactive_at } = await stateOf(number)
          expect(successes.map(({ id }) => id)).toEqual(isPaid ? [transaction_id] : [])
          expect(paid_at !== null).toBe(isPaid)
          expect(inactive_at !== null).toBe(isLink && (isPaid || !isOpen))
        }
      }),
      propertyRuns('checkouts', { sample: 15, full: 150 }),
    )
    expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
  },
  propertyTimeoutMs,
)

async function runStep(
  what: 'pay' | 'overpay' | 'payTwice' | 'close' | 'closeAndPay',
  account: OpenedAccount,
): Promise<void> {
  const isPayable = account.isOpen && !account.isPaid
  if (what === 'overpay') {
    expect((await pay(account.number, { kobo: amountKobo + 1n })).outcome).toBe('DECLINED')
  } else if (what === 'close') {
    await account.close()
    account.isOpen = false
  } else if (what === 'closeAndPay') {
    const [, { outcome }] = await Promise.all([account.close(), pay(account.number)])
    if (!isPayable) expect(outcome).toBe('DECLINED')
    account.isOpen = false
    account.isPaid ||= outcome === 'CREDITED'
  } else {
    const responses = await Promise.all([pay(account.number), ...(what === 'payTwice' ? [pay(account.number)] : [])])
    expect(responses.filter(({ outcome }) => outcome === 'CREDITED')).toHaveLength(isPayable ? 1 : 0)
    account.isPaid ||= isPayable
  }
}
