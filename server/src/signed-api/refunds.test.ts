import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import type { Partners } from '@kobo/demo/partners'
import { newReference } from '../engine/reference.ts'
import { faultCounts, verifyLedger } from '../ledger/verify.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { collect } from '../testing/ledger-fixtures.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'
import { eventually, ownAccount } from '../testing/payouts.ts'
import { sender } from '../testing/refund-bookkeeping.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  partners = partnersOf(app)
})
afterAll(() => app.close())

/** Creates a merchant that may refund, with a collection. */
async function aSeller(mode: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION', isEnabled = true) {
  const merchant = await aSigner(app, mode)
  await app.db.updateTable('merchant').set({ is_refund_enabled: isEnabled }).where('id', '=', merchant.id).execute()
  const { id } = await ownAccount(app.db, merchant.id)
  const account = { id, mode, merchantId: merchant.id, walletId: null, kind: 'MERCHANT' }
  const collectionId = await transact(app.db, (t) => collect(t, account, sender))
  const { reference } = await app.db
    .selectFrom('transaction')
    .select('reference')
    .where('id', '=', collectionId)
    .executeTakeFirstOrThrow()
  return { merchantId: merchant.id, collectionId, transactionReference: reference }
}

const refundRequest = (transactionReference: string, fields: object = {}) => ({
  reference: newReference(new Date()),
  transactionReference,
  amount: 100,
  reason: 'Goods returned',
  ...fields,
})

describe('refunds by merchants', () => {
  it('refunds once per reference under concurrent calls, without an operator', async () => {
    const { merchantId, collectionId, transactionReference } = await aSeller()
    const body = refundRequest(transactionReference)
    const replies = await Promise.all(Array.from({ length: 5 }, () => partners.ask(merchantId, 'refunds', body)))
    expect(new Set(replies.map(({ refundId }) => refundId)).size).toBe(1)
    const refunds = await app.db.selectFrom('refund').selectAll().where('transaction_id', '=', collectionId).execute()
    expect(refunds).toMatchObject([{ amount_kobo: 10_000n, reason: 'Goods returned', staff_id: null }])
    await eventually(async () => {
      const going = app.db
        .selectFrom('transaction')
        .select('status')
        .where('id', '=', String(replies[0]?.transactionId))
      return (await going.executeTakeFirstOrThrow()).status === 'SUCCESS'
    })
    const other = partners.ask(merchantId, 'refunds', { ...body, amount: 99 })
    await expect(other).rejects.toMatchObject({ status: 409 })
    expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
  })

  it.each([
    ['of another merchant’s collection', async () => (await aSeller()).transactionReference, {}, 404],
    ['of a collection in the other mode', async () => (await aSeller('SANDBOX')).transactionReference, {}, 404],
    ['of an unknown collection', async () => 'COL-NOWHERE', {}, 404],
    ['of more than was collected', null, { amount: 99_999_999 }, 422],
    ['of zero', null, { amount: 0 }, 400],
    ['of a fraction of a kobo', null, { amount: 0.005 }, 400],
    ['of an amount as text', null, { amount: '100' }, 400],
    ['without a reason', null, { reason: ' ' }, 400],
    ['under a reference of the switch', null, { reference: 'COL-1' }, 400],
    ['with an unknown field', null, { isOwed: true }, 400],
  ])('rejects a refund %s', async (_case, other, fields, status) => {
    const { merchantId, transactionReference } = await aSeller()
    const collectionReference = other === null ? transactionReference : await other()
    await expect(partners.ask(merchantId, 'refunds', refundRequest(collectionReference, fields))).rejects.toMatchObject(
      { status },
    )
    const refunds = await app.db.selectFrom('refund').select('id').where('merchant_id', '=', merchantId).execute()
    expect(refunds).toEqual([])
  })

  it('rejects a refund when refunds are disabled for the merchant', async () => {
    const { merchantId, transactionReference } = await aSeller('PRODUCTION', false)
    await expect(partners.ask(merchantId, 'refunds', refundRequest(transactionReference))).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('Refunds are not enabled'),
    })
  })
})
