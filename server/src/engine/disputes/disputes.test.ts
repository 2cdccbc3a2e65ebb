import type { DisputeStatus } from '@kobo/contract/kit/dispute'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/ledger.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { collected, disputed } from '../../testing/disputes.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aFundedMerchant, aPayout, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { uuidv7 } from '../../uuid.ts'
import { legOf } from '../legs.ts'
import { bookTransfer } from '../book-transfer.ts'
import { failPayments } from '../outbound/fail-payments.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { sweepShortHolds } from '../requeue-stuck.ts'
import { lockTransaction, readTransaction } from '../transaction-row.ts'
import { changeStatus } from './change-status.ts'
import { disputeHoldsByCollection } from '../settlements/deductions.ts'
import { DomainError } from '../../domain-error.ts'
import { processItems } from '../../testing/run-inline.ts'

const mode = 'PRODUCTION'
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
/** The switch rejects payments to the first account and never receives those to the second. */
const refused = '0123456961'
const neverArrives = '0123456802'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let staffId: string
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database, { tickMs: 1 })
  staffId = await database.db.transaction().execute(someStaff)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

const stage = () => ({ db: database.db, jobs: still.engine().jobs })

async function collect(merchantId: string, more: { amountKobo?: bigint; from?: string } = {}): Promise<string> {
  return await collected(stage(), { merchantId, at: still.clock(), ...more })
}

async function dispute(transactionId: string, amountKobo?: bigint): Promise<string> {
  const at = still.clock()
  const id = await disputed(stage(), transactionId, { staffId, at, ...(amountKobo !== undefined && { amountKobo }) })
  await transact(database.db, (t) => auditRow(t, 'dispute.initiate', ['dispute', id], {}))
  return id
}

function step(disputeId: string, to: DisputeStatus, amountKobo?: bigint) {
  const change = { mode, disputeId, to, reason: 'Seen', staffId, at: still.clock() } as const
  return transact(database.db, async (t) => {
    const done = await changeStatus(t, stage().jobs, { ...change, ...(amountKobo !== undefined && { amountKobo }) })
    await auditRow(t, 'dispute.status', ['dispute', disputeId], { status: to, refundId: done.refundId })
    return done
  })
}

/** Returns the transaction of a dispute's latest refund. */
async function goingOf(disputeId: string): Promise<string> {
  const refunds = database.db.selectFrom('refund').select('refund_transaction_id').where('dispute_id', '=', disputeId)
  return (await refunds.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).refund_transaction_id
}

async function refusal(attempt: Promise<unknown>): Promise<string> {
  const error = await attempt.then(
    () => new Error('It was taken'),
    (problem: unknown) => problem,
  )
  if (!(error instanceof DomainError)) throw error
  return `${error.code}: ${error.message}`
}

async function held(disputeId: string) {
  const found = await database.db
    .selectFrom('hold')
    .select(['amount_kobo as heldKobo', 'wanted_kobo as wantedKobo'])
    .where('dispute_id', '=', disputeId)
    .where('status', '=', 'HELD')
    .executeTakeFirst()
  return found ?? null
}

async function availableOf(merchantId: string): Promise<bigint> {
  const { id } = await ownAccount(database.db, merchantId)
  return (await balances(database.db, [id])).get(id)?.availableKobo ?? 0n
}

/** Pays out the available balance except for this amount. */
async function spendDownTo(merchant: { id: string; mode: string }, leftKobo: bigint): Promise<string> {
  const amountKobo = (await availableOf(merchant.id)) - leftKobo - 20_000n
  const payout = await aPayout(database.db, stage().jobs, { merchant, amountKobo })
  await still.work(payout)
  const over = (await availableOf(merchant.id)) - leftKobo
  const rest = await aPayout(database.db, stage().jobs, { merchant, amountKobo: over - 1075n })
  await still.work(rest)
  expect(await availableOf(merchant.id)).toBe(leftKobo)
  return payout
}

const faults = async () => faultCounts(await verifyLedger(database.db))

describe('credit disputes under review', () => {
  it('holds the disputed amount and releases it when the dispute is rejected', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const collection = await collect(merchant.id)
    const before = await availableOf(merchant.id)
    const id = await dispute(collection, 600_000n)
    expect(await held(id)).toBeNull()
    await step(id, 'IN_PROGRESS')
    expect(await held(id)).toEqual({ heldKobo: 600_000n, wantedKobo: 600_000n })
    expect(await availableOf(merchant.id)).toBe(before - 600_000n)
    expect(await disputeHoldsByCollection(database.db, [collection, id])).toEqual(new Map([[collection, 600_000n]]))
    await step(id, 'REJECTED')
    expect(await availableOf(merchant.id)).toBe(before)
    expect(await disputeHoldsByCollection(database.db, [collection])).toEqual(new Map())
    expect(await faults()).toEqual(nothing)
  })

  it('holds the available part, refuses full resolution and fills the hold as funds arrive', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const id = await dispute(await collect(merchant.id), 900_000n)
    await spendDownTo(merchant, 100_000n)
    await step(id, 'IN_PROGRESS')
    expect(await held(id)).toEqual({ heldKobo: 100_000n, wantedKobo: 900_000n })
    expect(await availableOf(merchant.id)).toBe(0n)
    expect(await refusal(step(id, 'RESOLVED'))).toMatch(/^refused: Only ₦1,000.00 of ₦9,000.00 is held so far/)
    expect(await refusal(step(id, 'RESOLVED', 100_001n))).toMatch(
      /^refused: The refund cannot exceed the ₦1,000.00 held for this dispute/,
    )
    await collect(merchant.id, { amountKobo: 500_000n })
    expect((await held(id))?.heldKobo).toBeGreaterThan(550_000n)
    expect(await availableOf(merchant.id)).toBe(0n)
    await collect(merchant.id, { amountKobo: 500_000n })
    expect(await held(id)).toEqual({ heldKobo: 900_000n, wantedKobo: 900_000n })
    expect(await availableOf(merchant.id)).toBeGreaterThan(0n)
    expect(await faults()).toEqual(nothing)
  })

  it('resolves an underfunded dispute with at most the held amount', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const id = await dispute(await collect(merchant.id), 900_000n)
    await spendDownTo(merchant, 100_000n)
    await step(id, 'IN_PROGRESS')
    await step(id, 'RESOLVED', 60_000n)
    expect(await held(id)).toBeNull()
    expect(await availableOf(merchant.id)).toBe(40_000n)
    await still.work(await goingOf(id))
    expect(await readTransaction(database.db, await goingOf(id))).toMatchObject({
      status: 'SUCCESS',
      amount_kobo: 60_000n,
    })
    expect(await availableOf(merchant.id)).toBe(40_000n)
    expect(await faults()).toEqual(nothing)
  })

  it('holds only the part of a collection that was not refunded', async () => {
    const merchant = await aFundedMerchant(database.db, 5_000_000n)
    const collection = await collect(merchant.id)
    const order = { mode, transactionId: collection, reason: 'Returned', staffId: null, isOwed: true } as const
    const refund = (amountKobo: bigint) =>
      transact(database.db, (t) => requestRefund(t, stage().jobs, { ...order, amountKobo, at: still.clock() }))
    await refund(700_000n)
    const id = await dispute(collection)
    await step(id, 'IN_PROGRESS')
    expect(await held(id)).toEqual({ heldKobo: 300_000n, wantedKobo: 300_000n })
    expect(await refusal(refund(1n))).toMatch(/^refused: ₦10,000.00 of this collection is disputed: nothing/)
    await step(id, 'CLOSED')
    await refund(300_000n)
    const none = await dispute(collection)
    await step(none, 'IN_PROGRESS')
    expect(await held(none)).toEqual({ heldKobo: 0n, wantedKobo: 0n })
    expect(await refusal(step(none, 'RESOLVED'))).toMatch(/^refused: The collection was already fully refunded/)
    await step(none, 'CLOSED')
    expect(await faults()).toEqual(nothing)
  })

  it('fills the holds of disputes in order from a released payout', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const [first, second] = [await collect(merchant.id), await collect(merchant.id)]
    const waiting = await aPayout(database.db, stage().jobs, {
      merchant,
      amountKobo: 700_000n,
      accountNumber: neverArrives,
    })
    await still.work(waiting)
    await spendDownTo(merchant, 0n)
    const older = await dispute(first, 400_000n)
    const younger = await dispute(second, 400_000n)
    await step(older, 'IN_PROGRESS')
    await step(younger, 'IN_PROGRESS')
    expect([await held(older), await held(younger)].map((one) => one?.heldKobo)).toEqual([0n, 0n])
    await still.runStatusQueries(waiting, 0.4)
    expect((await readTransaction(database.db, waiting))?.status).toBe('FAILED')
    const short = 400_000n - ((await held(younger))?.heldKobo ?? 0n)
    expect([(await held(older))?.heldKobo, short > 0n, short < 400_000n]).toEqual([400_000n, true, true])
    await step(older, 'CLOSED')
    expect((await held(younger))?.heldKobo).toBe(400_000n)
    expect(await availableOf(merchant.id)).toBe(400_000n - short)
    expect(await faults()).toEqual(nothing)
  })

  it('fills a dispute hold from a book transfer of a customer to the merchant', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const wallet = await aWallet(database.db, merchant)
    await aWalletAccount(database.db, wallet)
    const [own, customer] = [
      { merchantId: merchant.id, walletId: null },
      { merchantId: merchant.id, walletId: wallet.id },
    ]
    const move = (from: typeof own | typeof customer, to: typeof own | typeof customer) => {
      const at = still.clock()
      const order = { mode, from, to, amountKobo: 300_000n, reference: uuidv7(), narration: '', at } as const
      return transact(database.db, (t) => bookTransfer(t, order))
    }
    await move(own, customer)
    const id = await dispute(await collect(merchant.id), 400_000n)
    await spendDownTo(merchant, 0n)
    await step(id, 'IN_PROGRESS')
    await move(customer, own)
    expect(await held(id)).toEqual({ heldKobo: 300_000n, wantedKobo: 400_000n })
    expect(await faults()).toEqual(nothing)
  })

  it('fills a dispute hold from any other funds at the next sweep', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const id = await dispute(await collect(merchant.id), 900_000n)
    await spendDownTo(merchant, 0n)
    await step(id, 'IN_PROGRESS')
    const { id: accountId } = await ownAccount(database.db, merchant.id)
    await database.pool.query(
      'update account set available_kobo = available_kobo + 5, booked_kobo = booked_kobo + 5 where id = $1',
      [accountId],
    )
    expect(await processItems(sweepShortHolds(still.engine()))).toBe(1)
    expect((await held(id))?.heldKobo).toBe(5n)
    expect(await processItems(sweepShortHolds(still.engine()))).toBe(0)
    await database.pool.query('update account set booked_kobo = booked_kobo - 5 where id = $1', [accountId])
    await database.pool.query('update hold set amount_kobo = 0 where dispute_id = $1', [id])
    expect(await faults()).toEqual(nothing)
  })

  it('divides the available funds among disputes whose reviews start concurrently', async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const ids: string[] = []
    for (let one = 0; one < 8; one += 1) ids.push(await dispute(await collect(merchant.id), 500_000n))
    await spendDownTo(merchant, 1_700_000n)
    await Promise.all(ids.map((id) => step(id, 'IN_PROGRESS')))
    const amounts = await Promise.all(ids.map(async (id) => (await held(id))?.heldKobo ?? 0n))
    expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(1_700_000n)
    expect(amounts.filter((amount) => amount === 500_000n)).toHaveLength(3)
    expect(await availableOf(merchant.id)).toBe(0n)
    await Promise.all(Array.from({ length: 6 }, () => collect(merchant.id)))
    for (const id of ids) expect(await held(id)).toEqual({ heldKobo: 500_000n, wantedKobo: 500_000n })
    expect(await faults()).toEqual(nothing)
  })
})

describe('refunds of disputes', () => {
  async function resolved(from?: string) {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const id = await dispute(await collect(merchant.id, from === undefined ? {} : { from }), 800_000n)
    await step(id, 'IN_PROGRESS')
    await step(id, 'RESOLVED')
    return { merchant, id, going: await goingOf(id) }
  }

  it('transfers the dispute hold to its refund so that no other payment can spend it', async () => {
    const { merchant, id, going: refundRow } = await resolved()
    const available = await availableOf(merchant.id)
    expect(await held(id)).toBeNull()
    const greedy = await aPayout(database.db, stage().jobs, { merchant, amountKobo: available })
    await still.work(greedy)
    expect((await readTransaction(database.db, greedy))?.status).toBe('FAILED')
    await Promise.all([still.work(refundRow), still.work(refundRow)])
    expect((await readTransaction(database.db, refundRow))?.status).toBe('SUCCESS')
    expect(await faults()).toEqual(nothing)
  })

  it('returns the hold to the dispute when its refund fails before it is sent', async () => {
    const { merchant, id, going: refundRow } = await resolved()
    const available = await availableOf(merchant.id)
    await transact(database.db, async (t) => {
      const row = await lockTransaction(t, refundRow)
      const leg = row && legOf(row)
      if (!row || !leg) throw new Error('The refund is gone')
      const failure = { leg, row, code: null, sentence: 'Ada stopped it', isUnconfirmed: true, at: still.clock() }
      await failPayments(t, still.engine(), [failure])
      await auditRow(t, 'payout.failed', ['transaction', refundRow], { status: 'FAILED' }, { status: 'QUEUED' })
    })
    expect(await held(id)).toEqual({ heldKobo: 800_000n, wantedKobo: 800_000n })
    expect(await availableOf(merchant.id)).toBe(available)
    expect(await faults()).toEqual(nothing)
    await step(id, 'RESOLVED')
    await still.work(await goingOf(id))
    expect(await held(id)).toBeNull()
    expect(await faults()).toEqual(nothing)
  })

  it('refuses another refund while a failed one is unconfirmed', async () => {
    const { id, going: refundRow } = await resolved(neverArrives)
    await still.work(refundRow)
    await still.runStatusQueries(refundRow, 0.4)
    expect((await readTransaction(database.db, refundRow))?.status).toBe('FAILED')
    expect(await held(id)).toEqual({ heldKobo: 800_000n, wantedKobo: 800_000n })
    expect(await refusal(step(id, 'RESOLVED'))).toMatch(/^conflict: A refund of ₦8,000.00 is unconfirmed/)
    await still.book(refundRow, '00')
    await still.runStatusQueries(refundRow, 24)
    expect(await refusal(step(id, 'RESOLVED'))).toMatch(/^refused: Amount exceeds the refundable/)
    await step(id, 'CLOSED')
    expect(await held(id)).toBeNull()
    expect(await faults()).toEqual(nothing)
  })

  it('holds the funds for the dispute when its refund is rejected and resolves it once under twenty calls', async () => {
    const { id, going: refundRow } = await resolved(refused)
    await still.work(refundRow)
    expect(await held(id)).toEqual({ heldKobo: 800_000n, wantedKobo: 800_000n })
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => step(id, 'RESOLVED')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'conflict' })
    expect(await faults()).toEqual(nothing)
  })
})

type Act = 'step' | 'collect' | 'pay' | 'refund' | 'work'
const acts = fc.array(
  fc.record({
    act: fc.constantFrom<Act>('step', 'step', 'step', 'step', 'collect', 'pay', 'refund', 'work'),
    which: fc.nat(3),
    to: fc.constantFrom<DisputeStatus>(
      ...(['IN_PROGRESS', 'IN_PROGRESS', 'RESOLVED', 'RESOLVED', 'AWAITING_FEEDBACK', 'FEEDBACK_PROVIDED'] as const),
      ...(['REJECTED', 'CLOSED'] as const),
    ),
    kobo: fc.bigInt(1n, 900_000n),
  }),
  { minLength: 100, maxLength: 130 },
)

it(
  'keeps the ledger balanced under many concurrent decisions, collections, payouts and refunds',
  async () => {
    await fc.assert(
      fc.asyncProperty(acts, fc.boolean(), async (steps, isRefused) => {
        const merchant = await aFundedMerchant(database.db, 400_000n)
        const collections: string[] = []
        for (let one = 0; one < 4; one += 1) {
          collections.push(await collect(merchant.id, { amountKobo: 900_000n, ...(isRefused && { from: refused }) }))
        }
        const disputes = await Promise.all(collections.map((one) => dispute(one)))
        const outgoing: string[] = []
        const allowed = (error: unknown) => {
          if (!(error instanceof DomainError)) throw error
        }
        await Promise.all(
          steps.map(async ({ act, which, to, kobo }) => {
            const [disputeId = '', transactionId = ''] = [disputes[which], collections[which]]
            if (act === 'step') {
              const lower = kobo % 2n === 0n && to === 'RESOLVED' ? kobo : undefined
              await step(disputeId, to, lower).catch(allowed)
            } else if (act === 'collect') await collect(merchant.id, { amountKobo: kobo + 10_000n })
            else if (act === 'pay') {
              const payout = await aPayout(database.db, stage().jobs, { merchant, amountKobo: kobo })
              outgoing.push(payout)
              await still.work(payout)
            } else if (act === 'refund') {
              const order = {
                mode,
                transactionId,
                amountKobo: kobo,
                reason: 'Returned',
                staffId: null,
                isOwed: true,
              } as const
              const resolved = transact(database.db, (t) =>
                requestRefund(t, stage().jobs, { ...order, at: still.clock() }),
              )
              await resolved.then(({ transactionId: id }) => outgoing.push(id), allowed)
            } else {
              const refunds = database.db.selectFrom('refund').select('refund_transaction_id as id')
              for (const { id } of await refunds.where('merchant_id', '=', merchant.id).execute()) await still.work(id)
            }
          }),
        )
        expect(await faults()).toEqual(nothing)
        for (const id of outgoing) await still.work(id)
        expect(await faults()).toEqual(nothing)
        expect(await availableOf(merchant.id)).toBeGreaterThanOrEqual(0n)
      }),
      propertyRuns('decisions on disputes', { sample: 4, full: 80 }),
    )
  },
  propertyTimeoutMs,
)

it('creates one dispute per transaction and returns a conflict for concurrent duplicates', async () => {
  const merchant = await aFundedMerchant(database.db, 1_000_000n)
  const collection = await collect(merchant.id)
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => dispute(collection)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
})
