import { expect, it } from 'vitest'
import { faultCounts, verifyLedger } from '../ledger/verify.ts'
import { readSettings } from '../settings.ts'
import { startApp } from '../testing/app.ts'
import { aFundedMerchant, ownAccount } from '../testing/payouts.ts'
import { signedFlood } from '../testing/signed-flood.ts'

it('credits 100 collections a second for a minute and returns 429 to wrongly signed ones', async () => {
  const { limits } = readSettings({}, '/tmp')
  const app = await startApp({ rails: 'running', settings: { limits } })
  const { id } = await aFundedMerchant(app.db, 1_000_000n)
  const { account_number: accountNumber } = await ownAccount(app.db, id)
  const flood = await signedFlood(app, { accountNumber, perSecond: 100, wrongPerSecond: 20, seconds: 60 })
  console.warn(JSON.stringify(flood))
  expect(flood.right).toEqual({ 200: 6000 })
  // A slow machine takes longer than a minute, and each minute starts a new count.
  const minutes = Math.floor(flood.ms / 60_000) + 1
  expect(flood.wrong[401]).toBeLessThanOrEqual(minutes * limits.unsigned)
  expect((flood.wrong[401] ?? 0) + (flood.wrong[429] ?? 0)).toBe(1200)
  const { bookings } = await app.db
    .selectFrom('transaction')
    .select((build) => build.fn.countAll().as('bookings'))
    .where('merchant_id', '=', id)
    .where('reference', 'like', 'COL-%')
    .executeTakeFirstOrThrow()
  expect(Number(bookings)).toBe(6000)
  expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  await app.close()
})
