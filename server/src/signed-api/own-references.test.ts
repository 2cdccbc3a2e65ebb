import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Partners } from '@kobo/demo/partners'
import { faultCounts, verifyLedger } from '../ledger/verify.ts'
import { startApp, type TestApp } from '../testing/app.ts'
import { aRow, itemsOf } from '../testing/batches.ts'
import { aWallet, aWalletAccount } from '../testing/factories.ts'
import { aSigner, partnersOf } from '../testing/signed-callers.ts'
import { eventually } from '../testing/payouts.ts'
import { uuidv7 } from '../uuid.ts'

let app: TestApp
let partners: Partners
beforeAll(async () => {
  app = await startApp({ rails: 'running', delays: { requerySeconds: () => 0.1 } })
  partners = partnersOf(app)
})
afterAll(() => app.close())

const beneficiary = { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' }

/** Creates two merchants that use the same references. */
async function twoMerchants() {
  return [(await aSigner(app)).id, (await aSigner(app)).id] as const
}

it("pays a batch item although another merchant's payout has its reference", async () => {
  const [first, second] = await twoMerchants()
  const reference = `PAY-${uuidv7().toUpperCase()}`
  await partners.ask(second, 'payouts', { reference: `${reference}-00001`, amount: 10, beneficiary })
  const { batchId } = await partners.ask(first, 'batches', { reference, rows: [aRow()] })
  const statuses = async () => (await itemsOf(app.db, String(batchId))).map(({ status }) => status)
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['SUCCESS'])
})

it.each([
  ['payouts', async () => ({ amount: 10, beneficiary })],
  ['batches', async () => ({ rows: [aRow()] })],
  [
    'moves',
    async (merchantId: string) => {
      const wallet = await aWallet(app.db, { id: merchantId, mode: 'PRODUCTION' }, { bvn: '22012345678' })
      await aWalletAccount(app.db, wallet)
      return { fromWalletId: null, toWalletId: wallet.id, amount: 10, narration: '' }
    },
  ],
])('keeps %s of two merchants under the same reference separate', async (path, bodyOf) => {
  const [merchantA, merchantB] = await twoMerchants()
  const reference = uuidv7()
  const first = await partners.ask(merchantA, path, { reference, ...(await bodyOf(merchantA)) })
  const second = await partners.ask(merchantB, path, { reference, ...(await bodyOf(merchantB)) })
  expect(Object.values(second)).not.toEqual(Object.values(first))
})

it("rejects a book transfer under the reference of the merchant's own payout", async () => {
  const { id } = await aSigner(app)
  const reference = uuidv7()
  await partners.ask(id, 'payouts', { reference, amount: 10, beneficiary })
  const wallet = await aWallet(app.db, { id, mode: 'PRODUCTION' }, { bvn: '22012345678' })
  await aWalletAccount(app.db, wallet)
  const move = { reference, fromWalletId: null, toWalletId: wallet.id, amount: 10, narration: '' }
  await expect(partners.ask(id, 'moves', move)).rejects.toMatchObject({ status: 409 })
})

it('keeps the ledger balanced', async () => {
  await eventually(async () => {
    const open = app.db.selectFrom('transaction').select('id').where('status', 'in', ['QUEUED', 'PENDING'])
    return (await open.executeTakeFirst()) === undefined
  }, 20_000)
  expect(faultCounts(await verifyLedger(app.db))).toEqual({ lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 })
})
