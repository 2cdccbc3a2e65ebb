import { lagosTime } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { faultCounts, verifyLedger } from '../../ledger/verify.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { bankOf, type Collector, collectorsOf, ends } from '../../testing/collectors.ts'
import { aPayout, eventually, ownAccount } from '../../testing/payouts.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { openOutbound } from '../outbound/outbound.ts'
import { statusQueryWindowMs } from '../outbound/status-query.ts'
import { settleDay } from './settle-merchants.ts'
import { processItems } from '../../testing/process-items.ts'

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

describe('what was collected', () => {
  it('is settled to the merchant’s bank, once, without a fee', async () => {
    const merchant = await collectors.aCollector()
    const id = await only(merchant)
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL', amount_kobo: 1_000_000n, reason: null })
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 0n, available_kobo: 0n })
    expect(await collectors.settle(merchant)).toEqual([])
    expect(await collectors.attempts(id)).toMatchObject([{ status: 'SUCCESS' }])
  })

  it('is settled once, whoever settles it at the same moment', async () => {
    const merchant = await collectors.aCollector()
    const made = await Promise.all([
      collectors.settle(merchant),
      collectors.settle(merchant),
      collectors.settle(merchant),
    ])
    expect(made.flat()).toHaveLength(1)
  })

  it('reaches sub-accounts at their own banks, whose charge the merchant owes', async () => {
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
    const { rows: owed } = await app.database.pool.query<{ data: object }>(
      "select data from pgboss.job where name = 'charge' and data ->> 'reference' = $1",
      [`SUBACCOUNT-${paid.reference}`],
    )
    expect(owed).toMatchObject([{ data: { merchantId: merchant.id, feeKobo: '1000', vatKobo: '75' } }])
  })

  it('waits with the reason while a whole one is not covered, oldest first, and is closed as spent after 30 days', async () => {
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

  it('waits while the merchant is not active', async () => {
    const merchant = await collectors.aCollector()
    await app.db.updateTable('merchant').set({ status: 'INACTIVE' }).where('id', '=', merchant.id).execute()
    expect(await collectors.settle(merchant)).toEqual([])
  })

  it('is settled at once where the merchant wants that, and by the day where it wants that', async () => {
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
    const all = () => app.db.selectFrom('settlement').select('id').where('merchant_id', '=', merchant.id).execute()
    expect(await all()).toHaveLength(1)
    await flag({ auto_settlement: true })
    await processItems(settleDay(app.engine), '2100-11-22')
    expect(await all()).toHaveLength(2)
  })
})

describe('a settlement that fails', () => {
  it('is retried as another attempt with a session ID of its own, and only once it has failed', async () => {
    const merchant = await collectors.aCollector(ends.refused)
    const id = await only(merchant)
    expect(await collectors.ended(id)).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('rejected it'),
    })
    await bankOf(app.db, merchant, ends.approved)
    const answers = await Promise.all([collectors.resend(id), collectors.resend(id)])
    expect(answers.toSorted()).toEqual(['Only failed settlements can be retried', 'PENDING'])
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL', reason: null })
    expect(await collectors.resend(id)).toBe('Only failed settlements can be retried')
    const [first, second] = await collectors.attempts(id)
    expect([first?.status, second?.status]).toEqual(['FAILED', 'SUCCESS'])
    expect(first?.session_id).not.toBe(second?.session_id)
  })

  it('for want of a bank says so, and finds one at the next try', async () => {
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

  it('is found out by asking where the switch approved it without an answer', async () => {
    const id = await only(await collectors.aCollector(ends.silent))
    expect(await collectors.ended(id)).toMatchObject({ status: 'SUCCESSFUL' })
    expect(await collectors.attempts(id)).toHaveLength(1)
  })

  it('is not retried while the switch may have paid it all the same', async () => {
    const id = await only(await collectors.aCollector(ends.neverArrives))
    await eventually(async () => {
      const [attempt] = await collectors.attempts(id)
      const asked = app.db
        .selectFrom('payout_log')
        .select('id')
        .where('transaction_id', '=', attempt?.id ?? '')
      return await asked.where('response_code', '=', '25').executeTakeFirst()
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

  it('is sent once, though two workers take it', async () => {
    const merchant = await collectors.aCollector()
    const id = await only(merchant)
    const { transaction_id: transactionId } = await collectors.read(id)
    const work = { transactionId: transactionId ?? '', merchantId: merchant.id }
    await Promise.all([openOutbound(app.engine).work(work), openOutbound(app.engine).work(work)])
    await collectors.ended(id)
    expect(await ownAccount(app.db, merchant.id)).toMatchObject({ booked_kobo: 0n })
  })
})

it('leave books that add up', async () => {
  expect(faultCounts(await verifyLedger(app.db))).toEqual(nothing)
})
