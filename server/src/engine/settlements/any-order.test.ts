import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { bankOf, type Collector, collectorsOf, ends } from '../../testing/collectors.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aPayout } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { aStillEngine, decideFailed } from '../../testing/status-queried-payouts.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { settleDay, runSettleJob } from './settle-merchants.ts'
import { DomainError } from '../../domain-error.ts'
import { processItems } from '../../testing/run-inline.ts'

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

async function attemptOf(settlementId: string): Promise<string> {
  return (await collectors.read(settlementId)).transaction_id ?? ''
}

/** Settles and sends the resulting payments. */
async function settleAndSend(merchant: Collector): Promise<string[]> {
  const settlementIds = await collectors.settle(merchant)
  for (const id of settlementIds) await still.work(await attemptOf(id))
  return settlementIds
}

describe('unconfirmed settlements', () => {
  it('keeps an unconfirmed settlement pending and posts it once under duplicate responses', async () => {
    const merchant = await collectors.aCollector(ends.unknown)
    const [id = ''] = await settleAndSend(merchant)
    expect((await collectors.read(id)).status).toBe('PENDING')
    const transactionId = await attemptOf(id)
    const [question] = await still.queued(transactionId)
    if (!question) throw new Error('Nobody asks')
    await still.book(transactionId, '00')
    await Promise.all([still.ask(question.data), still.ask(question.data), still.work(transactionId)])
    await still.ask(question.data)
    expect((await collectors.read(id)).status).toBe('SUCCESSFUL')
    const posted = database.db.selectFrom('transfer').select('id').where('transaction_id', '=', transactionId)
    // Excludes the transfer of the switch's fee.
    expect(await posted.where('kind', '=', 'SETTLEMENT').execute()).toHaveLength(1)
  })

  it('pays a settlement no third time once the switch has confirmed an earlier attempt', async () => {
    const merchant = await collectors.aCollector(ends.unknown)
    const [id = ''] = await settleAndSend(merchant)
    const first = await attemptOf(id)
    await decideFailed(database.db, still.engine(), first)
    await bankOf(database.db, merchant, ends.refused)
    const later = new Date(still.clock().getTime() + 73 * 3_600_000)
    expect(await collectors.resend(id, later)).toBe('PENDING')
    await still.work(await attemptOf(id))
    expect((await collectors.read(id)).status).toBe('FAILED')
    await still.book(first, '00')
    await still.runStatusQueries(first, 73)
    expect(await collectors.resend(id, later)).toBe(
      'The switch confirmed an attempt after it had failed, so it is paid. Do not pay it again',
    )
    expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
  })

  it('settles a collection once when daily and instant settlement run concurrently', async () => {
    const merchant = await collectors.aCollector()
    const autoSettlement = { auto_settlement: true, auto_instant_settlement: true }
    await database.db.updateTable('merchant').set(autoSettlement).where('id', '=', merchant.id).execute()
    const collection = await collectors.collect(merchant, 100_000n)
    const engine = still.engine()
    await Promise.all([
      runSettleJob(engine, { merchantId: merchant.id }),
      processItems(settleDay(engine), '2100-11-22'),
      runSettleJob(engine, { merchantId: merchant.id }),
    ])
    const settlements = await database.db
      .selectFrom('settlement')
      .select('id')
      .where('merchant_id', '=', merchant.id)
      .execute()
    expect(settlements).toHaveLength(1)
    expect(await collectors.itemOf(collection)).toMatchObject({ state: 'SETTLED' })
    expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
  })
})

const anyCommand = fc.oneof(
  fc.record({ do: fc.constant('collect' as const), kobo: fc.bigInt(10_000n, 500_000n), isShared: fc.boolean() }),
  fc.record({ do: fc.constant('payout' as const), kobo: fc.bigInt(10_000n, 400_000n) }),
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(20), kobo: fc.bigInt(1n, 500_000n) }),
  fc.record({ do: fc.constant('settle' as const), atOnce: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ do: fc.constant('bank' as const), to: fc.constantFrom(ends.approved, ends.refused, ends.unknown) }),
  fc.record({ do: fc.constant('hear' as const), code: fc.constantFrom('00', '57') }),
  fc.record({ do: fc.constant('retry' as const), atOnce: fc.integer({ min: 1, max: 2 }) }),
)
type Command = typeof anyCommand extends fc.Arbitrary<infer T> ? T : never

/** Creates a merchant with a subaccount that receives a share, and tracks its collections. */
async function aWorld() {
  const merchant = await collectors.aCollector()
  const partner = await transact(database.db, (t) => aSubaccount(t, merchant, { type: 'PERCENTAGE', value: 2500n }))
  const collections: string[] = []
  const settlements = () =>
    database.db.selectFrom('settlement').selectAll().where('merchant_id', '=', merchant.id).orderBy('id').execute()
  const open = async () => {
    const rows = await settlements()
    return rows.flatMap((row) => (row.status === 'PENDING' && row.transaction_id !== null ? [row.transaction_id] : []))
  }
  return { merchant, partner, collections, settlements, open }
}

async function runCommand(world: Awaited<ReturnType<typeof aWorld>>, command: Command): Promise<void> {
  const { merchant, partner, collections, settlements, open } = world
  const { jobs } = still.engine()
  switch (command.do) {
    case 'collect': {
      const split = command.isShared ? [partner] : []
      collections.push(await collectors.collect(merchant, command.kobo, { split }))
      return
    }
    case 'payout':
      return await still.work(await aPayout(database.db, jobs, { merchant, amountKobo: command.kobo }))
    case 'refund': {
      const transactionId = collections[command.which % Math.max(1, collections.length)]
      if (transactionId === undefined) return
      const order = { transactionId, amountKobo: command.kobo, reason: 'Returned', staffId: null, isOwed: true }
      const requested = transact(database.db, (t) =>
        requestRefund(t, jobs, { mode: 'PRODUCTION', ...order, at: still.clock() }),
      )
      const refund = await requested.catch((error: unknown) => {
        if (!(error instanceof DomainError)) throw error
      })
      if (refund) await still.work(refund.transactionId)
      return
    }
    case 'settle':
      await Promise.all(Array.from({ length: command.atOnce }, () => collectors.settle(merchant)))
      for (const id of await open()) await still.work(id)
      return
    case 'bank':
      return await bankOf(database.db, merchant, command.to)
    case 'hear':
      for (const id of await open()) {
        await still.book(id, command.code)
        await still.runStatusQueries(id, 0.4)
      }
      return
    case 'retry': {
      const failed = (await settlements()).filter(({ status }) => status === 'FAILED')
      for (const { id } of failed) {
        const responses = await Promise.all(Array.from({ length: command.atOnce }, () => collectors.resend(id)))
        expect(responses.filter((response) => response === 'PENDING').length).toBeLessThan(2)
      }
      for (const id of await open()) await still.work(id)
    }
  }
}

it(
  'settles every collection once or records a reason for any order of events',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 3, maxLength: 14 }), async (commands) => {
        const world = await aWorld()
        for (const command of commands) await runCommand(world, command)
        await collectors.settle(world.merchant)
        const items = await database.db
          .selectFrom('settlement_item')
          .innerJoin('account', 'account.id', 'account_id')
          .select(['transaction_id', 'state', 'settlement_item.reason'])
          .where('settlement_item.merchant_id', '=', world.merchant.id)
          .where('account.kind', '=', 'MERCHANT')
          .execute()
        const seen = new Set(items.map(({ transaction_id }) => transaction_id))
        expect(world.collections.filter((id) => !seen.has(id))).toEqual([])
        expect(items.filter(({ state, reason }) => (state === 'SETTLED') !== (reason === null))).toEqual([])
        expect(faultCounts(await verifyLedger(database.db))).toEqual(nothing)
      }),
      propertyRuns('settlements in any order', { sample: 12, full: 120 }),
    )
  },
  propertyTimeoutMs,
)
