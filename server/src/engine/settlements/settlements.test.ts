import { lagosTime } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { bankOf, type Collector, collectorsOf, ends } from '../../testing/collectors.ts'
import { aPayout, eventually, ownAccount } from '../../testing/payouts.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { openOutbound } from '../outbound/outbound.ts'
import { statusQueryWindowMs } from '../outbound/status-query.ts'
import { runSettleJob, settleDay } from './settle-merchants.ts'
import { processItems } from '../../testing/run-inline.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    rails: 'running',
    settings: { switchTimeoutMs: 400 },
    delays: { requerySeconds: () => 0.2 },
  })
  collectors = collectorsOf(app.db, () => app.services.jobs, app.clock.now)
})
afterAll(() => app.close())

const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
let collectors: ReturnType<typeof collectorsOf>

async function only(merchant: Collector): Promise<string> {
  const [id, another] = await collectors.settle(merchant)
  if (id === undefined || another !== undefined) throw new Error('One settlement was to be made')
  return id
}

describe('collections', () => {
  it('settles collections to the merchant’s bank once without a fee', async () => {
    const merchant = await collectors.aCollector()
    const id = await only(merchant)
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL', amount_kobo: 1_000_000n, reason: null })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 0n, available_kobo: 0n })
    expect(await collectors.settle(merchant)).toEqual([])
    expect(await collectors.attempts(id)).toMatchObject([{ status: 'SUCCESS' }])
  })

  it('settles collections once under concurrent runs', async () => {
    const merchant = await collectors.aCollector()
    const runs = await Promise.all([
      collectors.settle(merchant),
      collectors.settle(merchant),
      collectors.settle(merchant),
    ])
    expect(runs.flat()).toHaveLength(1)
  })

  it('settles sub-accounts at their own banks and charges the merchant', async () => {
    const merchant = await collectors.aCollector(ends.approved, 10_000n)
    expect(await collectors.ended(await only(merchant))).toMatchObject({
      category: 'MERCHANT_SETTLEMENT',
      status: 'SUCCESSFUL',
      subaccount_id: null,
    })
    const partner = await transact(app.db, (t) => aSubaccount(t, merchant, { type: 'FLAT', value: 100_000n }))
    await collectors.collect(merchant, 100_000n, { split: [partner] })
    const shared = await collectors.ended(await only(merchant))
    expect(shared).toMatchObject({
      category: 'SUBACCOUNT_SETTLEMENT',
      status: 'SUCCESSFUL',
      subaccount_id: partner,
    })
    expect(await collectors.settle(merchant)).toEqual([])
    const paid = await app.db
      .selectFrom('transaction')
      .select('reference')
      .where('id', '=', shared.transaction_id ?? '')
      .executeTakeFirstOrThrow()
    const { rows: charges } = await app.database.pool.query<{ data: object }>(
      "select data from pgboss.job where name = 'charge' and data ->> 'reference' = $1",
      [`SUBACCOUNT-${paid.reference}`],
    )
    expect(charges).toMatchObject([{ data: { merchantId: merchant.id, feeKobo: '1000', vatKobo: '75' } }])
  })

  it('keeps uncovered collections WAITING with the reason and marks them SPENT after 30 days', async () => {
    const merchant = await collectors.aCollector(ends.approved, 1_000_000n)
    await aPayout(app.db, app.services.jobs, { merchant, amountKobo: 500_000n, accountNumber: ends.approved })
    await eventually(async () => (await ownAccount(app.db, merchant.id)).booked_kobo < 600_000n)
    await collectors.collect(merchant, 100_000n)
    const [small] = await collectors.settle(merchant)
    expect((await collectors.ended(small ?? '')).amount_kobo).toBeLessThan(100_000n)
    const item = () =>
      app.db
        .selectFrom('settlement_item')
        .select(['state', 'reason'])
        .where('merchant_id', '=', merchant.id)
        .where('amount_kobo', '=', 1_000_000n)
        .executeTakeFirstOrThrow()
    const waiting = await item()
    expect(waiting.state).toBe('WAITING')
    expect(waiting.reason).toMatch(/₦10,000.00 exceeds the available ₦/)
    expect(await collectors.settle(merchant, new Date(app.clock.now().getTime() + 31 * 86_400_000))).toEqual([])
    expect(await item()).toEqual({ state: 'SPENT', reason: 'Funds already spent' })
  })

  it('settles nothing while the merchant is inactive', async () => {
    const merchant = await collectors.aCollector()
    await app.db.updateTable('merchant').set({ status: 'INACTIVE' }).where('id', '=', merchant.id).execute()
    expect(await collectors.settle(merchant)).toEqual([])
  })

  it('settles instantly or daily as the merchant is configured', async () => {
    const merchant = await collectors.aCollector()
    const flag = (set: object) => app.db.updateTable('merchant').set(set).where('id', '=', merchant.id).execute()
    await flag({ auto_instant_settlement: true })
    await collectors.collect(merchant, 100_000n)
    const first = await eventually(async () =>
      app.db.selectFrom('settlement').select('id').where('merchant_id', '=', merchant.id).executeTakeFirst(),
    )
    await collectors.ended(first.id)
    await flag({ auto_instant_settlement: false })
    await collectors.collect(merchant, 100_000n)
    await processItems(settleDay(app.engine), '2100-11-22')
    const readSettlements = () =>
      app.db.selectFrom('settlement').select('id').where('merchant_id', '=', merchant.id).execute()
    expect(await readSettlements()).toHaveLength(1)
    await flag({ auto_settlement: true })
    await processItems(settleDay(app.engine), '2100-11-22')
    expect(await readSettlements()).toHaveLength(2)
  })
})

it('does the work of a merchant’s waiting jobs in one, except of collections that are yet to be committed', async () => {
  const [merchant, other] = [await collectors.aCollector(), await collectors.aCollector()]
  await app.db.updateTable('merchant').set({ auto_instant_settlement: true }).where('id', '=', merchant.id).execute()
  const { jobs } = app.services
  const enqueue = (db: Database, merchantId: string) =>
    jobs.enqueue(db, 'settle', { merchantId }, { afterSeconds: 3600 })
  const waiting = async () => {
    const text = "select from pgboss.job where name = 'settle' and data ->> 'merchantId' = $1"
    const counts = [merchant, other].map(async ({ id }) => (await app.database.pool.query(text, [id])).rowCount)
    return await Promise.all(counts)
  }
  for (const { id } of [merchant, merchant, other]) await enqueue(app.db, id)
  expect(await waiting()).toEqual([2, 1])
  await transact(app.db, async (t) => {
    await enqueue(t, merchant.id)
    await runSettleJob(app.engine, { merchantId: merchant.id })
    expect(await waiting()).toEqual([0, 1])
  })
  expect(await waiting()).toEqual([1, 1])
  const settlements = app.db.selectFrom('settlement').select('id').where('merchant_id', '=', merchant.id)
  expect(await settlements.execute()).toHaveLength(1)
})

describe('failed settlements', () => {
  it('retries a failed settlement once as a new attempt with its own session ID', async () => {
    const merchant = await collectors.aCollector(ends.refused)
    const id = await only(merchant)
    expect(await collectors.ended(id)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('rejected it'),
    })
    await bankOf(app.db, merchant, ends.approved)
    const responses = await Promise.all([collectors.resend(id), collectors.resend(id)])
    expect(responses.toSorted()).toEqual(['Only failed settlements can be retried', 'PENDING'])
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL', reason: null })
    expect(await collectors.resend(id)).toBe('Only failed settlements can be retried')
    const [first, second] = await collectors.attempts(id)
    expect([first?.status, second?.status]).toEqual(['FAILED', 'SUCCESS'])
    expect(first?.session_id).not.toBe(second?.session_id)
  })

  it('fails without a settlement account and uses the new account on retry', async () => {
    const merchant = await collectors.aCollector(null)
    const id = await only(merchant)
    expect(await collectors.read(id)).toMatchObject({
      status: 'FAILED',
      reason: 'The merchant has no settlement account',
    })
    expect(await collectors.resend(id)).toMatch('The merchant must provide a settlement account')
    await bankOf(app.db, merchant, ends.approved)
    expect(await collectors.resend(id)).toBe('PENDING')
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL' })
  })

  it('completes a settlement whose approval was lost by a status query', async () => {
    const id = await only(await collectors.aCollector(ends.silent))
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL' })
    expect(await collectors.attempts(id)).toHaveLength(1)
  })

  it('refuses a retry while the failed attempt is unconfirmed', async () => {
    const id = await only(await collectors.aCollector(ends.neverArrives))
    await eventually(async () => {
      const [attempt] = await collectors.attempts(id)
      const queries = app.db
        .selectFrom('payout_log')
        .select('id')
        .where('transaction_id', '=', attempt?.id ?? '')
      return await queries.where('response_code', '=', '25').executeTakeFirst()
    })
    expect(await collectors.resend(id)).toBe('Only failed settlements can be retried')
    app.clock.advance(app.services.settings.switchSilenceMs)
    await collectors.ended(id)
    const over = new Date(app.clock.now().getTime() + statusQueryWindowMs)
    expect(await collectors.resend(id)).toContain('The last attempt is unconfirmed and may still be paid')
    expect(await collectors.resend(id)).toContain(`from ${lagosTime(over).slice(0, 10)}`)
    expect(await collectors.resend(id, new Date(app.clock.now().getTime() + statusQueryWindowMs + 60_000))).toBe(
      'PENDING',
    )
  })

  it('sends a settlement once when two workers process it', async () => {
    const merchant = await collectors.aCollector()
    const id = await only(merchant)
    const { transaction_id: transactionId } = await collectors.read(id)
    const work = { transactionId: transactionId ?? '', merchantId: merchant.id }
    await Promise.all([openOutbound(app.engine).work(work), openOutbound(app.engine).work(work)])
    await collectors.ended(id)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 0n })
  })
})

it('passes the ledger check after all settlement tests', async () => {
  expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
})
