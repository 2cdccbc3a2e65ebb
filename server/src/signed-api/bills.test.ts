import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReference } from '../engine/reference.ts'
import { faultCounts, verifyLedger } from '../ledger/verify.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'
import { eventually } from '../testing/payouts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
})
afterAll(() => app.close())

const bill = (fields: object = {}) => ({
  reference: newReference(new Date()),
  category: 'CABLE_TV',
  biller: 'DSTV',
  customer: '7025551000',
  amount: 1500,
  ...fields,
})

describe('bill payments by merchants', () => {
  it('pays a bill once per reference under concurrent duplicate calls', async () => {
    const merchant = await aSigner(app, 'SANDBOX')
    const body = bill()
    const replies = await Promise.all(Array.from({ length: 5 }, () => partnersOf(app).ask(merchant.id, 'bills', body)))
    expect(new Set(replies.map(({ transactionId }) => transactionId)).size).toBe(1)
    await eventually(async () => {
      const bills = await app.db.selectFrom('bill_payment').selectAll().where('merchant_id', '=', merchant.id).execute()
      expect(bills).toHaveLength(1)
      return bills[0]?.status === 'SUCCESS'
    })
    const notified = await eventually(async () => {
      const events = app.db.selectFrom('webhook_event').select('kind').where('merchant_id', '=', merchant.id)
      return (await events.execute())[0]
    })
    expect(notified.kind).toBe('bill.success')
    const other = partnersOf(app).ask(merchant.id, 'bills', { ...body, amount: 1501 })
    await expect(other).rejects.toMatchObject({ status: 409 })
    expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  })

  it.each([
    ['of an unknown category', { category: 'WATER' }, 400],
    ['of a biller of another category', { biller: 'MTN-AIRTIME' }, 422],
    ['of an invalid customer number', { customer: 'me' }, 400],
    ['of zero', { amount: 0 }, 400],
    ['of a fraction of a kobo', { amount: 1.005 }, 400],
    ['of an amount as text', { amount: '1500' }, 400],
    ['of an unknown wallet', { walletId: '01934f6a-7c21-7e4b-9a50-2f6d1c0b77e1' }, 404],
    ['with an unknown field', { commission: 1 }, 400],
  ])('rejects a bill payment %s', async (_, wrong, status) => {
    const merchant = await aSigner(app)
    await expect(partnersOf(app).ask(merchant.id, 'bills', bill(wrong))).rejects.toMatchObject({ status })
  })
})
