import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aBatch, aRow, itemsOf, readBatch } from '../../testing/batches.ts'
import { aFundedMerchant, aPayout, eventually, ownAccount } from '../../testing/payouts.ts'
import { aRecurringPayout, aScheduledPayout } from '../../testing/timed-payouts.ts'
import { dispatchScheduled } from '../schedules/dispatch-scheduled.ts'
import { runRecurring } from '../schedules/run-recurring.ts'
import { processItems } from '../../testing/run-inline.ts'

const opening = 100_000_000n

let app: TestApp
beforeAll(async () => {
  app = await startApp({
    rails: { settlesAfterMs: 3_600_000 },
    settings: { switchTimeoutMs: 300 },
    delays: { requerySeconds: () => 0.2 },
  })
})
afterAll(() => app.close())

async function deactivate(merchantId: string): Promise<void> {
  await app.db.updateTable('merchant').set({ status: 'INACTIVE' }).where('id', '=', merchantId).execute()
}

async function anInactiveMerchant() {
  const merchant = await aFundedMerchant(app.db, opening)
  await deactivate(merchant.id)
  return { merchant, sentence: `${merchant.business_name} is not active and cannot make payouts` }
}

async function payoutsOf(merchantId: string) {
  return await app.db
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .where('type', '=', 'DEBIT')
    .execute()
}

it('rejects a payout with the reason when the merchant is inactive', async () => {
  const { merchant, sentence } = await anInactiveMerchant()
  await expect(aPayout(app.db, app.services.jobs, { merchant })).rejects.toMatchObject({
    code: 'merchant_inactive',
    message: sentence,
  })
  expect(await payoutsOf(merchant.id)).toEqual([])
})

it('fails every batch item when the merchant is inactive', async () => {
  const { merchant, sentence } = await anInactiveMerchant()
  const { batchId } = await aBatch(app.db, app.services.jobs, merchant, [aRow(), aRow({ amount: '7' })])
  await eventually(async () => (await readBatch(app.db, batchId)).status === 'COMPLETED', 30_000)
  expect((await itemsOf(app.db, batchId)).map(({ status, problem }) => [status, problem])).toEqual([
    ['FAILED', sentence],
    ['FAILED', sentence],
  ])
  expect(await payoutsOf(merchant.id)).toEqual([])
})

it('fails scheduled and recurring payouts when the merchant is inactive', async () => {
  const { merchant, sentence } = await anInactiveMerchant()
  const scheduled = await aScheduledPayout(app.db, merchant)
  const recurring = await aRecurringPayout(app.db, merchant, { start_day: lagosDay(new Date()) })
  await processItems(dispatchScheduled(app.engine))
  await processItems(runRecurring(app.engine))
  const once = await app.db
    .selectFrom('scheduled_payout')
    .selectAll()
    .where('id', '=', scheduled.id)
    .executeTakeFirstOrThrow()
  expect(once).toMatchObject({ status: 'FAILED', reason: sentence })
  const again = await app.db
    .selectFrom('recurring_payout')
    .selectAll()
    .where('id', '=', recurring.id)
    .executeTakeFirstOrThrow()
  expect(again).toMatchObject({ status: 'FAILED' })
  expect(await payoutsOf(merchant.id)).toEqual([])
})

it('completes a payout in progress when the merchant becomes inactive', async () => {
  const merchant = await aFundedMerchant(app.db, opening)
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber: '0123456909' })
  await eventually(async () => (await payoutsOf(merchant.id))[0]?.status === 'PENDING')
  await deactivate(merchant.id)
  await app.database.pool.query(
    'update outside.payment set told_from = now() where session_id = (select session_id from transaction where id = $1)',
    [id],
  )
  await eventually(async () => (await payoutsOf(merchant.id))[0]?.status === 'SUCCESS', 30_000)
  expect((await ownAccount(app.db, merchant.id)).booked_kobo).toBeLessThan(opening)
})
