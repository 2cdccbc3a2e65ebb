import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { acquirerPays, paidByCard } from '../../testing/card-payments.ts'
import { type Collector, collectorsOf, ends } from '../../testing/collectors.ts'
import { aStillEngine, decideFailed } from '../../testing/status-queried-payouts.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { dispute, someStaff } from '../../testing/dispute-bookkeeping.ts'
import { aLien, releaseLien } from '../../testing/liens.ts'
import { ownAccount } from '../../testing/payouts.ts'
import { processItems } from '../../testing/run-inline.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { changeStatus } from '../disputes/change-status.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { settleAccount } from './settle-account.ts'
import { runSettleRestJob, settleDay } from './settle-merchants.ts'

const dayMs = 86_400_000
const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let collectors: ReturnType<typeof collectorsOf>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database, { tickMs: 1 })
  collectors = collectorsOf(database.db, () => still.engine().jobs, still.clock)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

/** Creates a merchant with a balance of one kobo and a settlement account. */
const aPoorCollector = (accountNumber = ends.approved) => collectors.aCollector(accountNumber, 1n)

const refund = (transactionId: string, amountKobo: bigint) =>
  transact(database.db, (t) =>
    requestRefund(t, still.engine().jobs, {
      mode: 'PRODUCTION',
      transactionId,
      amountKobo,
      reason: 'Goods returned',
      staffId: null,
      isOwed: true,
      at: still.clock(),
    }),
  )

async function settledKobo(merchant: Collector): Promise<bigint[]> {
  const settlementIds = await collectors.settle(merchant)
  return await Promise.all(settlementIds.map(async (id) => (await collectors.read(id)).amount_kobo))
}

async function creditedBy(transactionId: string): Promise<bigint> {
  const { amount_kobo, fee_kobo, vat_kobo } = await database.db
    .selectFrom('transaction')
    .selectAll()
    .where('id', '=', transactionId)
    .executeTakeFirstOrThrow()
  return amount_kobo - fee_kobo - vat_kobo
}

async function markOf(merchant: Collector) {
  const { id } = await ownAccount(database.db, merchant.id)
  const mark = database.db.selectFrom('settlement_mark').select(['since', 'until']).where('account_id', '=', id)
  return await mark.executeTakeFirst()
}

describe('collections on lien', () => {
  it('keeps a collection WAITING without a time limit while a lien holds the balance, and settles it afterwards', async () => {
    const merchant = await aPoorCollector()
    const own = { id: (await ownAccount(database.db, merchant.id)).id, mode: 'PRODUCTION' } as const
    const id = await collectors.collect(merchant, 100_000n)
    const lien = await transact(database.db, (t) => aLien(t, own, { amountKobo: 90_000n, at: still.clock() }))
    const settle = (days: number) => collectors.settle(merchant, new Date(still.clock().getTime() + days * dayMs))
    expect(await settle(0)).toHaveLength(1)
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'WAITING', reason: 'Blocked by a lien' })
    expect(await settle(31)).toEqual([])
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'WAITING', reason: 'Blocked by a lien' })
    await transact(database.db, (t) => releaseLien(t, lien, { at: still.clock() }))
    expect(await settle(62)).toHaveLength(1)
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SETTLED' })
  })
})

describe('paused settlements', () => {
  it('keeps collections WAITING without a time limit while the merchant is inactive, and settles them afterwards', async () => {
    const merchant = await aPoorCollector()
    const change = (set: { status: string; auto_settlement: boolean }) =>
      database.db.updateTable('merchant').set(set).where('id', '=', merchant.id).execute()
    const settle = (days: number) => collectors.settle(merchant, new Date(still.clock().getTime() + days * dayMs))
    const id = await collectors.collect(merchant, 100_000n)
    await change({ status: 'INACTIVE', auto_settlement: true })
    await processItems(settleDay(still.engine()), '2100-11-22')
    const waits = { state: 'WAITING', reason: 'Settlements are paused' }
    expect(await collectors.itemOf(id)).toMatchObject(waits)
    expect(await settle(45)).toEqual([])
    expect(await collectors.itemOf(id)).toMatchObject(waits)
    await change({ status: 'ACTIVE', auto_settlement: false })
    expect(await settle(46)).toHaveLength(1)
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SETTLED', reason: null })
  })
})

describe('refunded collections', () => {
  it('settles the amount that remains after a refund', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n)
    const back = await refund(id, 30_000n)
    await still.work(back.transactionId)
    const left = (await creditedBy(id)) - 30_000n
    expect(await settledKobo(merchant)).toEqual([left + 1n])
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SETTLED', amount_kobo: left, less_kobo: 30_000n })
  })

  it('marks a fully refunded collection as SPENT although the fee is kept', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n)
    const other = await collectors.collect(merchant, 50_000n)
    await still.work((await refund(id, 100_000n)).transactionId)
    expect(await settledKobo(merchant)).toEqual([1n])
    expect(await collectors.itemOf(id)).toEqual({
      state: 'SPENT',
      reason: 'It was refunded',
      amount_kobo: 0n,
      less_kobo: await creditedBy(id),
    })
    expect(await collectors.itemOf(other)).toMatchObject({
      state: 'WAITING',
      reason: expect.stringMatching(/exceeds the available/),
    })
  })

  it('settles the full amount when the switch rejected the refund', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n, { from: ends.refused })
    await still.work((await refund(id, 30_000n)).transactionId)
    expect(await settledKobo(merchant)).toEqual([(await creditedBy(id)) + 1n])
  })

  it('keeps a collection WAITING while a failed refund is unconfirmed', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n, { from: ends.unknown })
    const { transactionId } = await refund(id, 30_000n)
    await still.work(transactionId)
    await decideFailed(database.db, still.engine(), transactionId)
    await collectors.settle(merchant)
    const reason = 'A refund is unconfirmed'
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'WAITING', reason })
    await still.runStatusQueries(transactionId, 73)
    await collectors.settle(merchant, new Date(still.clock().getTime() + dayMs))
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SETTLED', less_kobo: 0n })
  })

  it('settles the full shares of sub-accounts despite a refund', async () => {
    const merchant = await aPoorCollector()
    const partner = await transact(database.db, (t) => aSubaccount(t, merchant, { type: 'FLAT', value: 40_000n }))
    const id = await collectors.collect(merchant, 100_000n, { split: [partner] })
    await still.work((await refund(id, 50_000n)).transactionId)
    const amounts = await settledKobo(merchant)
    expect(amounts.toSorted((a, b) => Number(a - b))).toEqual([(await creditedBy(id)) - 90_000n + 1n, 40_000n])
  })
})

describe('disputed collections', () => {
  async function disputed(merchant: Collector, collectionId: string, amountKobo: bigint) {
    const { id } = await ownAccount(database.db, merchant.id)
    const own = { id, mode: 'PRODUCTION', merchantId: merchant.id, walletId: null, kind: 'MERCHANT' } as const
    return await transact(database.db, async (t) => {
      const staffId = await someStaff(t)
      const options = { staffId, amountKobo, of: collectionId, at: still.clock() }
      return { staffId, ...(await dispute(t, own, ['IN_PROGRESS'], options)) }
    })
  }
  const decide = (opened: { disputeId: string; staffId: string }, to: 'REJECTED' | 'RESOLVED', amountKobo?: bigint) =>
    transact(database.db, async (t) => {
      const { disputeId, staffId } = opened
      const step = {
        mode: 'PRODUCTION',
        disputeId,
        to,
        reason: 'Seen',
        staffId,
        at: still.clock(),
        amountKobo,
      } as const
      const { refundId } = await changeStatus(t, still.engine().jobs, step)
      await auditRow(t, 'dispute.status', ['dispute', disputeId], { status: to, refundId })
    })

  it('settles the amount that the dispute does not hold', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n)
    await disputed(merchant, id, 30_000n)
    const left = (await creditedBy(id)) - 30_000n
    expect(await settledKobo(merchant)).toEqual([left + 1n])
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SETTLED', amount_kobo: left, less_kobo: 30_000n })
  })

  it('keeps a fully held collection WAITING without limit and settles it when the dispute is rejected', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n)
    const disputeId = await disputed(merchant, id, 100_000n)
    await collectors.settle(merchant)
    const waits = { state: 'WAITING', reason: 'Fully held by a dispute' }
    expect(await collectors.itemOf(id)).toMatchObject(waits)
    const later = new Date(still.clock().getTime() + 31 * dayMs)
    await collectors.settle(merchant, later)
    expect(await collectors.itemOf(id)).toMatchObject(waits)
    await decide(disputeId, 'REJECTED')
    await collectors.settle(merchant)
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SETTLED', less_kobo: 0n })
  })

  it('marks a collection as SPENT when its dispute refunded all of it', async () => {
    const merchant = await aPoorCollector()
    const id = await collectors.collect(merchant, 100_000n)
    const disputeId = await disputed(merchant, id, 100_000n)
    await collectors.settle(merchant)
    await decide(disputeId, 'RESOLVED', await creditedBy(id))
    await collectors.settle(merchant)
    expect(await collectors.itemOf(id)).toMatchObject({ state: 'SPENT', reason: 'It was refunded', amount_kobo: 0n })
  })
})

describe('card collections', () => {
  it('keeps a card collection WAITING with the reason until the acquirer settles it', async () => {
    const merchant = await aPoorCollector()
    const own = { id: '', mode: 'PRODUCTION', merchantId: merchant.id, walletId: null, kind: 'MERCHANT' } as const
    const row = await transact(database.db, (t) => paidByCard(t, own, still.clock()))
    expect(await settledKobo(merchant)).toEqual([1n])
    const waits = { state: 'WAITING', reason: 'The acquirer has not paid it yet' }
    expect(await collectors.itemOf(row.id)).toMatchObject(waits)
    const later = new Date(still.clock().getTime() + 31 * dayMs)
    expect(await collectors.settle(merchant, later)).toEqual([])
    expect(await collectors.itemOf(row.id)).toMatchObject(waits)
    await transact(database.db, (t) => acquirerPays(t, [row], still.clock()))
    expect(await collectors.settle(merchant, later)).toHaveLength(1)
    expect(await collectors.itemOf(row.id)).toMatchObject({ state: 'SETTLED', reason: null })
  })
})

describe('scan of unsettled collections', () => {
  it('scans from the last watermark, which stays one hour behind', async () => {
    const merchant = await aPoorCollector()
    const begun = still.clock()
    const early = new Date(begun.getTime() - 2 * 3_600_000)
    await collectors.settle(merchant, begun)
    const mark = await markOf(merchant)
    expect(mark?.until).toBe(new Date(begun.getTime() - 3_600_000).toISOString())
    expect(mark?.since).toBe(new Date(begun.getTime() - 30 * dayMs).toISOString())
    // A collection dated before the watermark is not expected; the ledger check would report it.
    await collectors.collect(merchant, 100_000n, { at: early })
    expect(await collectors.settle(merchant)).toEqual([])
    const found = (await verifyLedger(database.db)).lost.filter(({ kind }) => kind === 'unscanned-collection')
    expect(found).toHaveLength(1)
    await database.db.deleteFrom('settlement_mark').execute()
    const late = await collectors.collect(merchant, 100_000n, { at: new Date(begun.getTime() - 3_000_000) })
    expect(await collectors.settle(merchant)).toHaveLength(1)
    expect(await collectors.itemOf(late)).toMatchObject({ state: 'SETTLED' })
  })

  it('refuses a run that would leave a rest, if it is not to be queued', async () => {
    const merchant = await aPoorCollector()
    const { id: accountId } = await ownAccount(database.db, merchant.id)
    for (let number = 0; number < 2; number++) await collectors.collect(merchant, 100_000n)
    const settling = { accountId, at: still.clock(), atOnce: 3, rest: 'refuse' } as const
    await expect(transact(database.db, (t) => settleAccount(t, still.engine().jobs, settling))).rejects.toThrow(
      '3 collections or more are waiting. Choose fewer days',
    )
    expect(await collectors.settle(merchant, still.clock(), { atOnce: 4, rest: 'refuse' })).toHaveLength(1)
  })

  it('settles all collections when they exceed one settlement', async () => {
    const merchant = await aPoorCollector()
    const { id: accountId } = await ownAccount(database.db, merchant.id)
    for (let number = 0; number < 6; number++) await collectors.collect(merchant, 100_000n)
    await transact(database.db, (t) =>
      settleAccount(t, still.engine().jobs, { accountId, at: still.clock(), atOnce: 3 }),
    )
    const settled = () =>
      database.db.selectFrom('settlement_item').selectAll().where('merchant_id', '=', merchant.id).execute()
    expect(await settled()).toHaveLength(3)
    const { rows } = await database.pool.query<{ data: Parameters<typeof runSettleRestJob>[1] }>(
      "select data from pgboss.job where name = 'settle-rest' and data ->> 'merchantId' = $1",
      [merchant.id],
    )
    const [job] = rows
    if (!job) throw new Error('Nothing goes on')
    await runSettleRestJob(still.engine(), job.data)
    expect(await settled()).toHaveLength(7)
    const settlements = await database.db
      .selectFrom('settlement')
      .select('id')
      .where('merchant_id', '=', merchant.id)
      .execute()
    expect(settlements).toHaveLength(2)
  })
})

it('passes the ledger check after all waiting tests', async () => {
  expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
})
