import { afterEach, expect, it } from 'vitest'
import { SnoozeError } from '../../jobs/job-errors.ts'
import { statusQueryLane } from '../../rails/lanes.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aFundedMerchant, aPayout, eventually } from '../../testing/payouts.ts'
import { openOutbound } from '../outbound/outbound.ts'

let app: TestApp
afterEach(() => app.close())

it('sends no status query and logs nothing while the circuit breaker of its bank is open', async () => {
  app = await startApp({ rails: 'running', delays: { requerySeconds: () => 3_600 } })
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  const id = await aPayout(app.db, app.services.jobs, { merchant, accountNumber: '0123456909' })
  const statusOf = async () =>
    (await app.db.selectFrom('transaction').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
  await eventually(async () => (await statusOf()) === 'PENDING')
  const questions = async () =>
    (
      await app.db
        .selectFrom('payout_log')
        .select('id')
        .where('transaction_id', '=', id)
        .where('category', '=', 'TRANSACTION_STATUS')
        .execute()
    ).length
  const lane = statusQueryLane('NIP', '058', 'PRODUCTION')
  const { lanes } = app.engine
  for (let time = 0; time < 5; time++) lanes.enter([lane]).permit?.leave('silent')
  const job = { transactionId: id, merchantId: merchant.id, attempt: 1 }
  await expect(openOutbound(app.engine).ask(job)).rejects.toThrow(SnoozeError)
  expect(await questions()).toBe(0)
  expect(await statusOf()).toBe('PENDING')
})
