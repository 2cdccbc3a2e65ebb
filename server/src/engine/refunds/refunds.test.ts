import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import type { CardRefund } from '../../rails/acquirer.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { acquirerPays, cardAmountKobo, paidByCard } from '../../testing/card-payments.ts'
import { someAccounts } from '../../testing/customer-accounts.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { disputed } from '../../testing/disputes.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { aStillEngine, decideFailed as decided } from '../../testing/status-queried-payouts.ts'
import { aFundedMerchant, aPayout, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { receiveCollection } from '../collections/receive-collection.ts'
import { sweepPayouts } from '../requeue-stuck.ts'
import { readTransaction, type TransactionRow } from '../transaction-row.ts'
import { type RefundOrder, requestRefund } from './request-refund.ts'
import { refundableAmount } from './refundable.ts'
import { refundsOfTransaction } from './transaction-refunds.ts'
import { DomainError } from '../../domain-error.ts'
import { processItems } from '../../testing/run-inline.ts'

const mode = 'PRODUCTION'
const amountKobo = 1_000_000n
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
/** The switch rejects payments to the first account and never receives those to the second. */
const refused = '0123456961'
const neverArrives = '0123456802'
/** The switch responds with an unknown code and never sends the outcome. */
const openOutcome = '0123456909'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

/** Creates a collection on a merchant's own account. */
async function collected({ from = '0123456900', openingKobo = 1_000_000n, isEnabled = true } = {}) {
  const { db } = database
  const merchant = await aFundedMerchant(db, openingKobo)
  await enable(merchant.id, isEnabled)
  const account = await ownAccount(db, merchant.id)
  const at = still.clock()
  const response = await transact(db, (t) =>
    receiveCollection(t, still.engine().jobs, {
      mode,
      accountNumber: account.account_number,
      amountKobo,
      sender: { name: 'Hadiza Bello', accountNumber: from, bankCode: '058' },
      sessionId: newSessionId(at),
      narration: 'Two crates',
      route: 'NIP',
      at,
    }),
  )
  if (response.outcome !== 'CREDITED') throw new Error(response.reason)
  return { merchant, accountId: account.id, transactionId: response.transactionId }
}

async function enable(merchantId: string, isEnabled = true): Promise<void> {
  await database.db.updateTable('merchant').set({ is_refund_enabled: isEnabled }).where('id', '=', merchantId).execute()
}

function request(transactionId: string, kobo: bigint, more: Partial<RefundOrder> = {}) {
  const order = {
    mode,
    transactionId,
    amountKobo: kobo,
    reason: 'Goods returned',
    staffId: null,
    at: still.clock(),
  } as const
  return transact(database.db, (t) => requestRefund(t, still.engine().jobs, { ...order, ...more }))
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('It was taken'),
    (problem: unknown) => problem,
  )
  if (!(error instanceof DomainError)) throw error
  return `${error.code}: ${error.message}`
}

async function read(id: string): Promise<TransactionRow> {
  const row = await readTransaction(database.db, id)
  if (!row) throw new Error('The transaction is gone')
  return row
}

async function balanceOf(accountId: string) {
  const found = (await balances(database.db, [accountId])).get(accountId)
  if (!found) throw new Error('The account is gone')
  return found
}

/** Marks it FAILED by an operator's decision while the outcome is unknown. */
const decideFailed = (id: string) => decided(database.db, still.engine(), id)

async function room(transactionId: string) {
  const { leftKobo, unconfirmedKobo } = await refundableAmount(database.db, await read(transactionId), still.clock())
  return { leftKobo, unconfirmedKobo }
}

const faults = async () => faultCounts(await verifyLedger(database.db))

describe('bank refunds', () => {
  it('refunds the sender of a collection free of charge', async () => {
    const { accountId, transactionId } = await collected()
    const before = await balanceOf(accountId)
    const refund = await request(transactionId, 400_000n)
    expect(await read(refund.transactionId)).toMatchObject({ status: 'QUEUED', type: 'DEBIT', category: 'REFUND' })
    expect(await balanceOf(accountId)).toEqual(before)
    await still.work(refund.transactionId)
    expect(await read(refund.transactionId)).toMatchObject({
      status: 'SUCCESS',
      scope: 'MERCHANT',
      account_id: accountId,
      fee_kobo: 0n,
      vat_kobo: 0n,
      stamp_duty_kobo: 0n,
      beneficiary_number: '0123456900',
      beneficiary_bank_code: '058',
    })
    const [bookedKobo, availableKobo] = [before.bookedKobo - 400_000n, before.availableKobo - 400_000n]
    expect(await balanceOf(accountId)).toEqual({ bookedKobo, availableKobo })
    expect(await room(transactionId)).toEqual({ leftKobo: 600_000n, unconfirmedKobo: 0n })
    expect(await faults()).toEqual(nothing)
  })

  it('accepts only as many concurrent refunds as the collection covers', async () => {
    const { transactionId } = await collected({ openingKobo: 100_000_000n })
    const attempts = await Promise.allSettled(Array.from({ length: 50 }, () => request(transactionId, 30_000n)))
    const fulfilled = attempts.filter(({ status }) => status === 'fulfilled')
    expect(fulfilled).toHaveLength(33)
    for (const attempt of attempts) {
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'refused', message: /₦100.00 of this/ })
    }
    expect(await refusal(request(transactionId, 10_001n))).toMatch(/^refused: Amount exceeds the refundable/)
    await request(transactionId, 10_000n)
    expect(await refusal(request(transactionId, 1n))).toBe(
      'refused: Its whole amount has been refunded or is being refunded',
    )
    expect(await faults()).toEqual(nothing)
  })

  it('rejects a refund when refunds are disabled, except one that is owed', async () => {
    const { transactionId } = await collected({ isEnabled: false })
    expect(await refusal(request(transactionId, 1n))).toMatch(/^refused: Refunds are not enabled for /)
    await request(transactionId, 1n, { isOwed: true })
  })

  it('rejects a refund of another category, another mode or an unknown transaction', async () => {
    const { merchant, transactionId } = await collected()
    const payout = await aPayout(database.db, still.engine().jobs, { merchant })
    expect(await refusal(request(payout, 1n))).toMatch(/^refused: Only bank and card collections/)
    expect(await refusal(request(transactionId, 1n, { mode: 'SANDBOX' }))).toMatch(/^not_found/)
    expect(await refusal(request(crypto.randomUUID(), 1n))).toMatch(/^not_found/)
    const opening = await database.db
      .selectFrom('transaction')
      .select('id')
      .where('merchant_id', '=', merchant.id)
      .where('reference', 'like', 'OPENING-%')
      .executeTakeFirstOrThrow()
    expect(await refusal(request(opening.id, 1n))).toMatch(/^refused: The sender's account is unknown/)
  })

  it('rejects a refund when funds are insufficient, and fails it when they are spent before it is sent', async () => {
    const { merchant, accountId, transactionId } = await collected({ openingKobo: 100_000n })
    const available = (await balanceOf(accountId)).availableKobo
    const refund = await request(transactionId, amountKobo - 200_000n)
    const payout = await aPayout(database.db, still.engine().jobs, { merchant, amountKobo: available - 500_000n })
    await still.work(payout)
    await still.work(refund.transactionId)
    expect(await read(refund.transactionId)).toMatchObject({ status: 'FAILED', response_code: '51', asked_until: null })
    expect(await room(transactionId)).toEqual({ leftKobo: amountKobo, unconfirmedKobo: 0n })
    expect(await refusal(request(transactionId, amountKobo))).toMatch(/has insufficient funds: ₦/)
    expect(await faults()).toEqual(nothing)
  })

  it('frees the refundable amount when the switch rejects a refund', async () => {
    const { transactionId } = await collected({ from: refused })
    const first = await request(transactionId, amountKobo)
    await still.work(first.transactionId)
    expect((await read(first.transactionId)).status).toBe('FAILED')
    const second = await request(transactionId, amountKobo)
    expect((await read(second.transactionId)).reference).toMatch(/\/R2$/)
    expect(await faults()).toEqual(nothing)
  })

  it('reserves the refundable amount of an unconfirmed refund, permanently when it is paid late', async () => {
    const { transactionId } = await collected({ from: neverArrives })
    const { transactionId: first } = await request(transactionId, 700_000n)
    await still.work(first)
    expect((await read(first)).status).toBe('PENDING')
    expect(await refusal(request(transactionId, 300_001n))).toMatch(/^refused: Amount exceeds the refundable/)
    await still.runStatusQueries(first, 0.4)
    expect(await read(first)).toMatchObject({ status: 'FAILED', response_code: '25' })
    expect(await room(transactionId)).toEqual({ leftKobo: amountKobo, unconfirmedKobo: 700_000n })
    expect(await refusal(request(transactionId, 300_001n))).toMatch(/^conflict: A refund of ₦7,000.00 is unconfirmed/)
    await request(transactionId, 1n)
    await still.book(first, '00')
    await still.runStatusQueries(first, 24)
    expect((await read(first)).alert).toMatch(/^The switch approved this refund after it had failed/)
    expect(await room(transactionId)).toEqual({ leftKobo: 299_999n, unconfirmedKobo: 0n })
    expect(await refusal(request(transactionId, 300_000n))).toMatch(/^refused: Amount exceeds the refundable/)
    expect(await faults()).toEqual(nothing)
  })

  it('offers no more of a collection than a request accepts beside a disputed and an unconfirmed part', async () => {
    const { db } = database
    const { transactionId } = await collected({ from: neverArrives })
    const offered = async () => await refundsOfTransaction(db, await read(transactionId), still.clock())
    const { transactionId: first } = await request(transactionId, 700_000n)
    await still.work(first)
    await still.runStatusQueries(first, 0.4)
    expect(await offered()).toMatchObject({ refunds: { left: 3000, hindrance: null } })
    const details = { staffId: await transact(db, someStaff), amountKobo: 500_000n, at: still.clock() }
    const disputeId = await disputed({ db, jobs: still.engine().jobs }, transactionId, details)
    await transact(db, (t) => auditRow(t, 'dispute.initiate', ['dispute', disputeId], {}))
    expect(await offered()).toMatchObject({ refunds: { left: 3000, hindrance: null } })
    expect(await refusal(request(transactionId, 300_001n))).toMatch(/^conflict: A refund of ₦7,000.00 is unconfirmed/)
    await request(transactionId, 300_000n)
    expect(await offered()).toMatchObject({ refunds: { left: 0, hindrance: expect.stringMatching(/is unconfirmed/) } })
  })

  it('frees the refundable amount when a refund is unconfirmed after three days', async () => {
    const { transactionId } = await collected({ from: neverArrives })
    const { transactionId: first } = await request(transactionId, amountKobo)
    await still.work(first)
    await still.runStatusQueries(first, 0.4)
    expect(await refusal(request(transactionId, 1n))).toMatch(/^conflict: /)
    await still.runStatusQueries(first, 80)
    await request(transactionId, amountKobo)
  })

  it('requeues a refund without a job', async () => {
    const { transactionId } = await collected()
    const refund = await request(transactionId, 100n)
    await database.pool.query(`delete from pgboss.job where data ->> 'transactionId' = $1`, [refund.transactionId])
    await still.runStatusQueries(transactionId, 0.1)
    const later = { ...still.engine(), clock: () => new Date(still.clock().getTime() + 600_000) }
    expect(await processItems(sweepPayouts(later))).toBeGreaterThan(0)
    const jobs = await database.pool.query(`select name from pgboss.job where data ->> 'transactionId' = $1`, [
      refund.transactionId,
    ])
    expect(jobs.rows).toEqual([{ name: 'payout' }])
  })

  it('debits a refund once when several workers process it', async () => {
    const { accountId, transactionId } = await collected()
    const refund = await request(transactionId, 100_000n)
    const { availableKobo } = await balanceOf(accountId)
    await Promise.all([still.work(refund.transactionId), still.work(refund.transactionId)])
    await still.work(refund.transactionId)
    expect((await balanceOf(accountId)).availableKobo).toBe(availableKobo - 100_000n)
    expect(await faults()).toEqual(nothing)
  })
})

describe('card refunds', () => {
  async function paid(isPaidOut: boolean) {
    const [seller] = await someAccounts(database.db, mode)
    await enable(seller.merchantId)
    const row = await transact(database.db, (t) => paidByCard(t, seller, still.clock()))
    if (isPaidOut) await transact(database.db, (t) => acquirerPays(t, [row], still.clock()))
    return { seller, row }
  }
  const receivableKobo = async () => (await balanceOf(providerAccount(mode, 'CARD_RECEIVABLE'))).bookedKobo

  it('refuses a card refund until the acquirer has settled, then sends it through the acquirer', async () => {
    const unpaid = await paid(false)
    expect(await refusal(request(unpaid.row.id, 1n))).toMatch(/^refused: The acquirer has not settled/)
    const { seller, row } = await paid(true)
    const [before, { availableKobo }] = [await receivableKobo(), await balanceOf(seller.id)]
    const refund = await request(row.id, availableKobo)
    await still.work(refund.transactionId)
    expect(await read(refund.transactionId)).toMatchObject({
      status: 'SUCCESS',
      route: null,
      beneficiary_name: 'Verve card ending 0603',
      beneficiary_number: null,
    })
    expect(await receivableKobo()).toBe(before + availableKobo)
    expect(await balanceOf(seller.id)).toEqual({ bookedKobo: 0n, availableKobo: 0n })
    const { rows } = await database.pool.query('select * from outside.card_refund where payment_reference = $1', [
      row.reference,
    ])
    expect(rows).toMatchObject([{ reference: `${row.reference}/R1`, amount_kobo: availableKobo, code: '00' }])
    expect(await faults()).toEqual(nothing)
  })

  it('releases the hold when the acquirer rejects a card refund', async () => {
    const { seller, row } = await paid(true)
    await database.pool.query(
      `insert into outside.card_payment (reference, mode, amount_kobo, narration, return_url, state)
       values ($1, $2, $3, '', '', 'DECLINED')`,
      [row.reference, mode, cardAmountKobo],
    )
    const before = await balanceOf(seller.id)
    const refund = await request(row.id, 1000n)
    await still.work(refund.transactionId)
    expect(await read(refund.transactionId)).toMatchObject({ status: 'FAILED', response_code: '57' })
    expect(await balanceOf(seller.id)).toEqual(before)
    expect(await faults()).toEqual(nothing)
  })

  it('queries a card refund without a response and never sends another', async () => {
    const { row } = await paid(true)
    const { outside } = still.engine()
    const { acquirer } = outside
    if (!acquirer) throw new Error('There is an acquirer')
    const silent = async () => ({ code: null, request: {}, response: null, problem: 'timeout' })
    // The acquirer receives the refund, but its response is lost.
    outside.acquirer = { ...acquirer, refund: async (order) => (await acquirer.refund(order), silent()) }
    const refund = await request(row.id, 1000n)
    await still.work(refund.transactionId)
    outside.acquirer = acquirer
    expect((await read(refund.transactionId)).status).toBe('PENDING')
    await still.runStatusQueries(refund.transactionId, 0.2)
    expect((await read(refund.transactionId)).status).toBe('SUCCESS')
    expect(await faults()).toEqual(nothing)
  })
})

describe('deductions by the acquirer', () => {
  const receivableKobo = async () => (await balanceOf(providerAccount(mode, 'CARD_RECEIVABLE'))).bookedKobo
  const float = async () => (await balanceOf(providerAccount(mode, 'FLOAT_NIP'))).bookedKobo
  const pays = (rows: TransactionRow[], refunds: TransactionRow[]) =>
    transact(database.db, (t) => acquirerPays(t, rows, still.clock(), refunds))

  async function aGivenBack(kobo: bigint, isSent = true) {
    const [seller] = await someAccounts(database.db, mode)
    await enable(seller.merchantId)
    const row = await transact(database.db, (t) => paidByCard(t, seller, still.clock()))
    await pays([row], [])
    const { transactionId } = await request(row.id, kobo)
    if (isSent) await still.work(transactionId)
    return { seller, going: await read(transactionId) }
  }
  const anUnpaid = async () => {
    const [seller] = await someAccounts(database.db, mode)
    return await transact(database.db, (t) => paidByCard(t, seller, still.clock()))
  }

  it('deducts each card refund once at its amount', async () => {
    const [settled, atFirst] = [await receivableKobo(), await float()]
    const { going } = await aGivenBack(150_000n)
    expect(await receivableKobo()).toBe(settled + 150_000n)
    const row = await anUnpaid()
    await pays([row], [going])
    expect(await receivableKobo()).toBe(settled)
    expect(await float()).toBe(atFirst - 2n * (cardAmountKobo - 2400n) + 150_000n)
    expect(await faults()).toEqual(nothing)
    const next = await anUnpaid()
    await expect(pays([next], [going])).rejects.toThrow(/is not a card refund that is still to be deducted/)
    await expect(pays([next], [{ ...going, amount_kobo: 1n }])).rejects.toThrow(/is not a card refund/)
  })

  it('rejects unsent, differing and duplicate refunds, and deductions above the paid amount', async () => {
    const { going: waiting } = await aGivenBack(1000n, false)
    const { going } = await aGivenBack(2000n)
    const row = await anUnpaid()
    await expect(pays([row], [waiting])).rejects.toThrow(/is not a card refund/)
    await expect(pays([row], [{ ...going, amount_kobo: 1n }])).rejects.toThrow(/has a different amount/)
    await expect(pays([row], [going, going])).rejects.toThrow('Duplicate refund')
    const many = [await aGivenBack(300_000n), await aGivenBack(300_000n)].map((one) => one.going)
    await expect(pays([row], many)).rejects.toThrow('Deductions exceed the amount paid')
    const results = await Promise.allSettled([pays([row], [going]), pays([await anUnpaid()], [going])])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await faults()).toEqual(nothing)
  })
})

type Outcome = 'approved' | 'refused' | 'silent' | 'approved late'
const attempts = fc.array(
  fc.record({
    kobo: fc.bigInt(1n, 700_000n),
    outcome: fc.constantFrom<Outcome>('approved', 'refused', 'silent', 'approved late'),
    atOnce: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 1, maxLength: 5 },
)

it(
  'never refunds more than was collected for any sequence of requests and outcomes',
  async () => {
    await fc.assert(
      fc.asyncProperty(attempts, async (batches) => {
        const { transactionId } = await collected({ from: openOutcome, openingKobo: 100_000_000n })
        let refundedKobo = 0n
        for (const { kobo, outcome, atOnce } of batches) {
          const requested = await Promise.allSettled(Array.from({ length: atOnce }, () => request(transactionId, kobo)))
          for (const result of requested) {
            if (result.status === 'rejected') {
              expect(result.reason).toBeInstanceOf(DomainError)
              continue
            }
            const { transactionId: id } = result.value
            await still.work(id)
            if (outcome === 'approved' || outcome === 'refused')
              await still.book(id, outcome === 'refused' ? '57' : '00')
            if (outcome === 'silent' || outcome === 'approved late') await decideFailed(id)
            else await still.runStatusQueries(id, 0.4)
            if (outcome === 'approved late') {
              await still.book(id, '00')
              await still.runStatusQueries(id, 12)
            }
            if (outcome === 'approved' || outcome === 'approved late') refundedKobo += kobo
          }
          expect(refundedKobo).toBeLessThanOrEqual(amountKobo)
          expect((await room(transactionId)).leftKobo).toBe(amountKobo - refundedKobo)
        }
        expect(await faults()).toEqual(nothing)
      }),
      propertyRuns('refunds of one collection', { sample: 4, full: 100 }),
    )
  },
  propertyTimeoutMs,
)

const cardSteps = fc.array(
  fc.oneof(
    fc.record({ refund: fc.bigInt(1n, 250_000n), answer: fc.constantFrom('heard' as const, 'lost' as const) }),
    fc.record({ keeps: fc.boolean() }),
  ),
  { minLength: 2, maxLength: 7 },
)

it(
  'deducts card refunds to the kobo for any sequence of refunds and acquirer settlements',
  async () => {
    await fc.assert(
      fc.asyncProperty(cardSteps, async (steps) => {
        const [seller] = await someAccounts(database.db, mode)
        await enable(seller.merchantId)
        const row = await transact(database.db, (t) => paidByCard(t, seller, still.clock()))
        await transact(database.db, (t) => acquirerPays(t, [row], still.clock()))
        const { acquirer } = still.engine().outside
        if (!acquirer) throw new Error('There is an acquirer')
        const silent = async () => ({ code: null, request: {}, response: null, problem: 'timeout' })
        let refundedKobo = 0n
        const undeducted: TransactionRow[] = []
        for (const step of steps) {
          if ('refund' in step) {
            const refund = await request(row.id, step.refund).catch((error: unknown) => {
              if (!(error instanceof DomainError)) throw error
              return null
            })
            if (refund === null) continue
            const lost = { ...acquirer, refund: async (order: CardRefund) => (await acquirer.refund(order), silent()) }
            still.engine().outside.acquirer = step.answer === 'lost' ? lost : acquirer
            await still.work(refund.transactionId)
            still.engine().outside.acquirer = acquirer
            await still.runStatusQueries(refund.transactionId, 0.4)
            const going = await read(refund.transactionId)
            expect(going.status).toBe('SUCCESS')
            refundedKobo += step.refund
            undeducted.push(going)
          } else {
            const other = await transact(database.db, (t) => paidByCard(t, seller, still.clock()))
            const deducted = step.keeps ? undeducted.splice(0, 1) : []
            await transact(database.db, (t) => acquirerPays(t, [other], still.clock(), deducted))
          }
        }
        expect(refundedKobo).toBeLessThanOrEqual(row.amount_kobo)
        expect((await room(row.id)).leftKobo).toBe(row.amount_kobo - refundedKobo)
        expect(await faults()).toEqual(nothing)
      }),
      propertyRuns('refunds to cards', { sample: 4, full: 100 }),
    )
  },
  propertyTimeoutMs,
)
