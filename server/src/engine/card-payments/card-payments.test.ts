import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Mode } from '@kobo/contract/kit/mode'
import { transact } from '../../db/transact.ts'
import { balances, hold, voidHold } from '../../ledger/ledger.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import type { CardOutcome } from '../../rails/acquirer.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aCheckout, acquirerPays, approved, cardAmountKobo } from '../../testing/card-payments.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { uuidv7 } from '../../uuid.ts'
import { closeVirtualAccount } from '../collections/close-virtual-account.ts'
import { receiveCollection } from '../collections/receive-collection.ts'
import { chargesOf, readTransaction, type TransactionRow } from '../transaction-row.ts'
import { sweepCardPayments } from '../requeue-stuck.ts'
import { queryAcquirer } from './query-acquirer.ts'
import { applyCardOutcome } from './apply-card-outcome.ts'
import { beginCardPayment, startCardPayment } from './start-card-payment.ts'
import { DomainError } from '../../domain-error.ts'
import { processItems } from '../../testing/run-inline.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
afterAll(() => app.close())

const mode: Mode = 'PRODUCTION'
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
const declined: CardOutcome = { outcome: 'DECLINED', code: '51' }
const failed: CardOutcome = { outcome: 'FAILED', code: '68' }

async function anOpenCheckout(minutes = 60) {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const checkout = await transact(app.db, (t) =>
    aCheckout(t, { mode, merchantId: merchant.id }, { at: new Date(), minutes }),
  )
  return { merchantId: merchant.id, ...checkout }
}

function begin(checkoutId: string, at = new Date()) {
  return transact(app.db, (t) => beginCardPayment(t, { checkoutId, at }))
}

async function aPayer(checkoutId: string): Promise<TransactionRow> {
  const result = await begin(checkoutId)
  if (!('row' in result)) throw new Error('There is nothing to pay')
  return result.row
}

function reportOutcome(id: string, outcome: CardOutcome | null, at = new Date()) {
  return transact(app.db, (t) => applyCardOutcome(t, app.services.jobs, { id, told: outcome, at }))
}

function payByBank(accountNumber: string) {
  const at = new Date()
  const sender = { name: 'Hadiza Bello', accountNumber: '0123456785', bankCode: '058' }
  const payment = { mode, accountNumber, amountKobo: cardAmountKobo, sender, narration: '', route: 'NIP', at } as const
  return transact(app.db, (t) => receiveCollection(t, app.services.jobs, { ...payment, sessionId: newSessionId(at) }))
}

async function balanceOf(merchantId: string) {
  const account = await ownAccount(app.db, merchantId)
  const found = (await balances(app.db, [account.id])).get(account.id)
  if (!found) throw new Error('The account is gone')
  return found
}

const statusOf = async (id: string) => (await readTransaction(app.db, id))?.status

describe('card payments', () => {
  it('books a card payment immediately, less the charge, and makes it available once the acquirer settles it', async () => {
    const { merchantId, id } = await anOpenCheckout()
    const before = await balanceOf(merchantId)
    const row = await aPayer(id)
    expect(row).toMatchObject({ status: 'PENDING', category: 'CARD_PAYMENT', payment_method: 'CARD' })
    expect(await balanceOf(merchantId)).toEqual(before)

    expect(await reportOutcome(row.id, approved)).toEqual({ outcome: 'CREDITED', transactionId: row.id })
    const netKobo = cardAmountKobo - chargesOf(row)
    const booked = { bookedKobo: before.bookedKobo + netKobo, availableKobo: before.availableKobo }
    expect(await balanceOf(merchantId)).toEqual(booked)
    expect(await readTransaction(app.db, row.id)).toMatchObject({
      status: 'SUCCESS',
      originator_name: 'Verve card ending 0603',
    })
    const paid = await app.db.selectFrom('checkout').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(paid.transaction_id).toBe(row.id)

    await transact(app.db, (t) => acquirerPays(t, [row], new Date()))
    expect(await balanceOf(merchantId)).toEqual({ ...booked, availableKobo: booked.bookedKobo })
    const trail = await app.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', row.id)
      .execute()
    expect(trail.map(({ description }) => description).join('\n')).toContain('The acquirer settled ₦3,976.00')
  })

  it.each([
    ['declined', declined, 'DECLINED', /declined it: Insufficient funds/],
    ['abandoned', failed, 'FAILED', /not completed/],
    ['unknown to the acquirer', null, 'FAILED', /no record of this payment/],
    [
      'approved for another amount',
      { ...approved, amountKobo: 1n },
      'DECLINED',
      /expects ₦4,000.00 but received ₦0.01/,
    ],
  ])(
    'posts nothing for a card payment that is %s and leaves the checkout payable',
    async (_, outcome, status, reason) => {
      const { merchantId, id, accountNumber } = await anOpenCheckout()
      const before = await balanceOf(merchantId)
      const row = await aPayer(id)
      const rejection = { outcome: 'DECLINED', reason: expect.stringMatching(reason) }
      expect(await reportOutcome(row.id, outcome)).toEqual(rejection)
      expect(await reportOutcome(row.id, outcome)).toEqual(rejection)
      expect(await statusOf(row.id)).toBe(status)
      // The acquirer has to refund an approval that comes too late.
      expect(await reportOutcome(row.id, approved)).toEqual(rejection)
      expect(await balanceOf(merchantId)).toEqual(before)
      expect(await payByBank(accountNumber)).toMatchObject({ outcome: 'CREDITED' })
    },
  )

  it('returns the open card payment to every caller that starts one', async () => {
    const { id } = await anOpenCheckout()
    const started = await Promise.all([begin(id), begin(id), begin(id)])
    const ids = new Set(started.map((result) => ('row' in result ? result.row.id : result)))
    expect(ids.size).toBe(1)
  })

  it('books a card payment once under concurrent duplicate approvals', async () => {
    const { merchantId, id } = await anOpenCheckout()
    const before = await balanceOf(merchantId)
    const row = await aPayer(id)
    const responses = await Promise.all([
      reportOutcome(row.id, approved),
      reportOutcome(row.id, approved),
      reportOutcome(row.id, approved),
    ])
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
    const { bookedKobo } = await balanceOf(merchantId)
    expect(bookedKobo - before.bookedKobo).toBe(cardAmountKobo - chargesOf(row))
  })

  it('credits only one of a card payment and a bank payment that arrive concurrently', async () => {
    for (let turn = 0; turn < 4; turn++) {
      const { id, accountNumber } = await anOpenCheckout()
      const row = await aPayer(id)
      const responses = await Promise.all([reportOutcome(row.id, approved), payByBank(accountNumber)])
      expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CREDITED', 'DECLINED'])
    }
  })

  it('rejects a card payment when the checkout is closed, expired or unknown', async () => {
    const closed = await anOpenCheckout()
    const closing = { mode, merchantId: closed.merchantId, accountNumber: closed.accountNumber, at: new Date() }
    await transact(app.db, (t) => closeVirtualAccount(t, closing))
    expect(await begin(closed.id)).toEqual({ reason: expect.stringContaining('is closed') })
    const late = await anOpenCheckout(10)
    expect(await begin(late.id, new Date(Date.now() + 600_001))).toEqual({ reason: expect.stringContaining('expired') })
    expect(await begin('00000000-0000-7000-8000-000000000000')).toEqual({ reason: expect.any(String) })
  })

  it('credits a card payment that started before the checkout expired', async () => {
    const { id } = await anOpenCheckout(10)
    const row = await aPayer(id)
    expect(await reportOutcome(row.id, approved, new Date(Date.now() + 3_600_000))).toMatchObject({
      outcome: 'CREDITED',
    })
  })

  it('raises an alert when the acquirer later reports another outcome', async () => {
    const { id } = await anOpenCheckout()
    const row = await aPayer(id)
    await reportOutcome(row.id, approved)
    expect(await reportOutcome(row.id, declined)).toMatchObject({ outcome: 'CREDITED' })
    expect((await readTransaction(app.db, row.id))?.alert).toContain('later reported this payment as DECLINED')
  })
})

describe('acquirer settlements', () => {
  it('books an acquirer settlement once, as a whole or not at all', async () => {
    const { id } = await anOpenCheckout()
    const row = await aPayer(id)
    const pays = (rows: TransactionRow[]) => transact(app.db, (t) => acquirerPays(t, rows, new Date()))
    await expect(pays([row])).rejects.toThrow(DomainError)
    await reportOutcome(row.id, approved)
    await expect(pays([row, { ...row, reference: 'CRD-0' }])).rejects.toThrow(/is not an unsettled card payment/)
    await expect(pays([{ ...row, amount_kobo: 2500n }])).rejects.toThrow(/different amount/)
    await expect(pays([row, row])).rejects.toThrow('Duplicate card payment')
    const outcomes = await Promise.allSettled([pays([row]), pays([row])])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps card payments unavailable until the acquirer settles them', async () => {
    const { merchantId, id } = await anOpenCheckout()
    const row = await aPayer(id)
    await reportOutcome(row.id, approved)
    const account = await ownAccount(app.db, merchantId)
    const { availableKobo } = await balanceOf(merchantId)
    const payment = { accountId: account.id, merchantId, transactionId: uuidv7(), at: new Date() }
    const spend = (amountKobo: bigint) => transact(app.db, (t) => hold(t, { ...payment, amountKobo }))
    await expect(spend(availableKobo + 1n)).rejects.toMatchObject({ code: 'insufficient_funds' })
    await spend(availableKobo)
    await transact(app.db, (t) => voidHold(t, payment, new Date()))
  })
})

describe('card payments without a notification from the acquirer', () => {
  it('queries the acquirer about a card payment without a notification', async () => {
    const { id } = await anOpenCheckout()
    const { db, jobs, outside, delays } = { ...app.services }
    const started = await startCardPayment(
      { db, jobs, acquirer: outside.acquirer, delays },
      { checkoutId: id, at: new Date() },
      '/pay/x',
    )
    expect(started).toEqual({ payUrl: expect.stringMatching(/^\/demo\/acquirer\/CRD-[0-9A-F]{32}$/) })
    const payment = app.db.selectFrom('card_payment').select('transaction_id').where('checkout_id', '=', id)
    const { transaction_id: transactionId } = await payment.executeTakeFirstOrThrow()
    const data = { transactionId, merchantId: '' }
    await queryAcquirer(app.engine, data)
    const reference = (await readTransaction(app.db, transactionId))?.reference
    await fetch(`${app.simulator?.url}/acquirer/cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reference, card: 'silent' }),
    })
    expect(await statusOf(transactionId)).toBe('PENDING')
    await queryAcquirer(app.engine, data)
    expect(await statusOf(transactionId)).toBe('SUCCESS')
    await queryAcquirer(app.engine, data)
  })

  it('applies the outcome and the settlement that the acquirer sends', async () => {
    const { id } = await anOpenCheckout()
    const { db, jobs, outside, delays } = { ...app.services }
    await startCardPayment(
      { db, jobs, acquirer: outside.acquirer, delays },
      { checkoutId: id, at: new Date() },
      '/pay/x',
    )
    const payment = app.db.selectFrom('card_payment').selectAll().where('checkout_id', '=', id)
    const { transaction_id: transactionId } = await payment.executeTakeFirstOrThrow()
    const reference = (await readTransaction(app.db, transactionId))?.reference
    const post = (path: string, body: object) =>
      fetch(`${app.simulator?.url}/acquirer/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    await post('cards', { reference, card: 'approved' })
    expect(await statusOf(transactionId)).toBe('SUCCESS')
    await post('pay-out', {})
    expect((await payment.executeTakeFirstOrThrow()).acquirer_payment_id).not.toBeNull()
  })

  it('queries an open card payment at growing intervals and logs an unchanged response once', async () => {
    const { id } = await anOpenCheckout()
    const row = await aPayer(id)
    const data = { transactionId: row.id, merchantId: row.merchant_id }
    const patient = { ...app.engine.delays, requerySeconds: (attempt: number) => 1_000 * attempt }
    for (let attempt = 0; attempt < 5; attempt++) await queryAcquirer({ ...app.engine, delays: patient }, data)
    // A query with a past number does nothing.
    await queryAcquirer(app.engine, { ...data, attempt: 2 })
    const { rows: waiting } = await app.database.pool.query(
      `select (data ->> 'attempt')::int as attempt, round(extract(epoch from start_after - created_on))::int as seconds
       from pgboss.job where name = 'card-question' and data ->> 'transactionId' = $1 order by 1`,
      [row.id],
    )
    expect(waiting).toEqual([1, 2, 3, 4, 5].map((n) => ({ attempt: n + 1, seconds: 1_000 * n })))
    const logged = app.db.selectFrom('payout_log').select('response').where('transaction_id', '=', row.id)
    expect(await logged.where('category', '=', 'TRANSACTION_STATUS').execute()).toHaveLength(1)
  })

  it('requeues a lost status query and fails the payment once the acquirer has long had no record of it', async () => {
    const { id } = await anOpenCheckout()
    const row = await aPayer(id)
    const data = { transactionId: row.id, merchantId: row.merchant_id }
    await queryAcquirer(app.engine, data)
    const later = { ...app.engine, clock: () => new Date(Date.now() + 11 * 60_000) }
    await app.db.deleteFrom('pgboss.job' as never).execute()
    expect(await processItems(sweepCardPayments(later))).toBeGreaterThanOrEqual(1)
    await queryAcquirer(later, data)
    expect(await statusOf(row.id)).toBe('FAILED')
  })
})

const anyStep = fc.oneof(
  { weight: 3, arbitrary: fc.constant('begin' as const) },
  { weight: 3, arbitrary: fc.constant('approve' as const) },
  { weight: 2, arbitrary: fc.constant('decline' as const) },
  { weight: 1, arbitrary: fc.constant('fail' as const) },
  { weight: 2, arbitrary: fc.constant('bank' as const) },
  { weight: 1, arbitrary: fc.constant('close' as const) },
  { weight: 2, arbitrary: fc.constant('acquirer pays' as const) },
)

it(
  'posts one payment per checkout for any order of card and bank payments, closing and acquirer settlements',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { merchantId, id, accountNumber } = await anOpenCheckout()
        const before = await balanceOf(merchantId)
        let latest: TransactionRow | null = null
        for (const step of steps) {
          if (step === 'begin') {
            const result = await begin(id)
            latest = 'row' in result ? result.row : latest
          } else if (step === 'bank') await payByBank(accountNumber)
          else if (step === 'close') {
            await transact(app.db, (t) => closeVirtualAccount(t, { mode, merchantId, accountNumber, at: new Date() }))
          } else if (latest !== null) {
            const { id: paid } = latest
            if (step === 'approve') await reportOutcome(paid, approved)
            else if (step === 'decline') await reportOutcome(paid, declined)
            else if (step === 'fail') await reportOutcome(paid, failed)
            else {
              const rows = [latest]
              await transact(app.db, (t) => acquirerPays(t, rows, new Date())).catch(() => {})
            }
          }
        }
        const succeeded = await app.db
          .selectFrom('transaction')
          .selectAll()
          .where('beneficiary_number', '=', accountNumber)
          .where('status', '=', 'SUCCESS')
          .execute()
        expect(succeeded.length).toBeLessThanOrEqual(1)
        const netKobo = succeeded.reduce((sum, row) => sum + row.amount_kobo - chargesOf(row), 0n)
        expect((await balanceOf(merchantId)).bookedKobo - before.bookedKobo).toBe(netKobo)
      }),
      propertyRuns('card payments', { sample: 15, full: 150 }),
    )
    expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
  },
  propertyTimeoutMs,
)
