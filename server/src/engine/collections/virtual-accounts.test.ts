import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { uuidv7 } from '../../uuid.ts'
import { closeVirtualAccount } from './close-virtual-account.ts'
import { openVirtualAccount } from './open-virtual-account.ts'
import { receiveCollection } from './receive-collection.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
})
afterAll(() => app.close())

const mode = 'PRODUCTION'
const expectedKobo = 500_000n
const hourMs = 3_600_000
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

type Merchant = Awaited<ReturnType<typeof aFundedMerchant>>

async function anInlet(merchant: Merchant, at = new Date()) {
  const account = { mode, merchantId: merchant.id, walletId: null, accountName: 'Kola Nut & Kernel Ltd', at } as const
  const payment = { amountKobo: expectedKobo, reference: uuidv7(), expiresAt: new Date(at.getTime() + hourMs) }
  return await transact(app.db, (t) => openVirtualAccount(t, account, payment))
}

function pay(number: string, more: { amountKobo?: bigint; at?: Date; sessionId?: string } = {}) {
  const at = more.at ?? new Date()
  const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' }
  const { amountKobo = expectedKobo, sessionId = newSessionId(at) } = more
  const payment = {
    mode,
    accountNumber: number,
    amountKobo,
    sender,
    sessionId,
    narration: '',
    route: 'NIP',
    at,
  } as const
  return transact(app.db, (t) => receiveCollection(t, app.services.jobs, payment))
}

function close(merchant: Merchant, accountNumber: string): Promise<boolean> {
  return transact(app.db, (t) =>
    closeVirtualAccount(t, { mode, merchantId: merchant.id, accountNumber, at: new Date() }),
  )
}

async function seen(number: string) {
  return await app.db
    .selectFrom('transaction')
    .select(['status', 'alert', 'payment_method', 'amount_kobo', 'fee_kobo', 'vat_kobo'])
    .where('beneficiary_number', '=', number)
    .orderBy('id')
    .execute()
}

describe('dynamic virtual accounts', () => {
  it('credits one payment less the charge and declines the next', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { number } = await anInlet(merchant)
    const before = await ownAccount(app.db, merchant.id)
    expect(await pay(number)).toMatchObject({ outcome: 'CREDITED' })
    const again = await pay(number)
    expect(again).toEqual({
      outcome: 'DECLINED',
      reason: expect.stringMatching(
        `Account ${number} already received its payment on \\d\\d-\\d\\d-\\d{4} \\d\\d:\\d\\d`,
      ),
    })
    const [accepted, refused] = await seen(number)
    expect(accepted).toMatchObject({ status: 'SUCCESS', payment_method: 'BANK', alert: null })
    expect(refused).toMatchObject({ status: 'DECLINED', payment_method: 'BANK', fee_kobo: 0n })
    expect(refused?.alert).toContain('already received its payment')
    const { booked_kobo } = await ownAccount(app.db, merchant.id)
    expect(booked_kobo - before.booked_kobo).toBe(
      expectedKobo - (accepted?.fee_kobo ?? 0n) - (accepted?.vat_kobo ?? 0n),
    )
  })

  it.each([
    ['too little', { amountKobo: expectedKobo - 1n }, /expects ₦5,000.00 but received ₦4,999.99/],
    ['too much', { amountKobo: expectedKobo * 3n }, /expects ₦5,000.00 but received ₦15,000.00/],
    ['too late', { at: new Date(Date.now() + hourMs + 60_000) }, /expired on \d\d-\d\d-\d{4}/],
  ])('declines a payment that is %s and still accepts the expected one', async (_, fields, reason) => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { number } = await anInlet(merchant)
    expect(await pay(number, fields)).toEqual({ outcome: 'DECLINED', reason: expect.stringMatching(reason) })
    expect(await pay(number)).toMatchObject({ outcome: 'CREDITED' })
    expect((await seen(number)).map(({ status }) => status).toSorted()).toEqual(['DECLINED', 'SUCCESS'])
  })

  it('repeats the response to a duplicate notification, also after the stored response was purged', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { number } = await anInlet(merchant)
    const payment = { amountKobo: 1n, sessionId: newSessionId(new Date()) }
    const first = await pay(number, payment)
    expect(await pay(number, payment)).toEqual(first)
    await app.db.deleteFrom('inbound_call').execute()
    expect(await pay(number, payment)).toEqual(first)
    expect(await seen(number)).toHaveLength(1)
  })

  it('credits one of several concurrent payments', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { number } = await anInlet(merchant)
    const responses = await Promise.all([pay(number), pay(number), pay(number)])
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CREDITED', 'DECLINED', 'DECLINED'])
  })

  it('lets only its merchant close an account and declines later payments', async () => {
    const [merchant, other] = [await aFundedMerchant(app.db, 1_000_000n), await aFundedMerchant(app.db, 1_000_000n)]
    const { number } = await anInlet(merchant)
    expect(await close(other, number)).toBe(false)
    expect([await close(merchant, number), await close(merchant, number)]).toEqual([true, true])
    expect(await pay(number)).toEqual({ outcome: 'DECLINED', reason: `Account ${number} is closed` })
  })
})

const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const), isLate: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('overpay' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('payTwice' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tellAgain' as const), nth: fc.nat({ max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), nth: fc.nat({ max: 5 }) }) },
)

it(
  'posts each payment once for any order of opening, paying and closing',
  async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const inlets: { number: string; isOpen: boolean; isPaid: boolean; session?: string }[] = []
        for (const next of steps) {
          if (next.do === 'open') {
            const at = new Date(Date.now() - (next.isLate ? 2 * hourMs : 0))
            inlets.push({ number: (await anInlet(merchant, at)).number, isOpen: !next.isLate, isPaid: false })
            continue
          }
          const inlet = inlets[next.nth % Math.max(inlets.length, 1)]
          if (!inlet) continue
          const isPayable = inlet.isOpen && !inlet.isPaid
          if (next.do === 'close') {
            await close(merchant, inlet.number)
            inlet.isOpen = false
          } else if (next.do === 'overpay') {
            expect((await pay(inlet.number, { amountKobo: expectedKobo + 1n })).outcome).toBe('DECLINED')
          } else if (next.do === 'tellAgain') {
            if (inlet.session) expect((await pay(inlet.number, { sessionId: inlet.session })).outcome).toBe('CREDITED')
          } else {
            const session = newSessionId(new Date())
            const opened = [
              pay(inlet.number, { sessionId: session }),
              ...(next.do === 'payTwice' ? [pay(inlet.number)] : []),
            ]
            const credited = (await Promise.all(opened)).filter(({ outcome }) => outcome === 'CREDITED')
            expect(credited).toHaveLength(isPayable ? 1 : 0)
            if (isPayable && next.do === 'pay') inlet.session = session
            inlet.isPaid ||= isPayable
          }
        }
        for (const inlet of inlets) {
          const successes = (await seen(inlet.number)).filter(({ status }) => status === 'SUCCESS')
          expect(successes).toHaveLength(inlet.isPaid ? 1 : 0)
        }
      }),
      propertyRuns('virtual accounts', { sample: 15, full: 150 }),
    )
    expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
  },
  propertyTimeoutMs,
)
