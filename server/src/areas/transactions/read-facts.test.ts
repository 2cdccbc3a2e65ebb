import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { authorisePurchase } from '../../engine/cards/authorise-purchase.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { aChild, paidOnChild } from '../../testing/child-accounts.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { aFundedMerchant, aPayout, eventually } from '../../testing/payouts.ts'
import { readInSnapshot } from '../../testing/reads.ts'
import { readFacts } from './read-facts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ rails: {} })
})
afterAll(() => app.close())

const read = (id: string) => app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

it('STORY-02 reads the facts of an explanation by indexes only', async () => {
  const merchant = await aFundedMerchant(app.db, 100_000_000n)
  const paidOut = await aPayout(app.db, app.services.jobs, {
    merchant,
    accountNumber: '0123456900',
    amountKobo: 400_000n,
  })
  await eventually(async () => (await read(paidOut)).status === 'SUCCESS')
  const cameIn = await paidOnChild(app.db, app.services.jobs, await aChild(app.db, { merchant }), {
    amountKobo: 2_010_808n,
  })
  const card = await aCard(app.db, { mode: 'PRODUCTION', merchantId: merchant.id, walletId: null })
  const { transactionId: byCard } = await transact(app.db, (t) => authorisePurchase(t, null, schemeMessage(card)))

  for (const id of [paidOut, cameIn, byCard]) {
    const row = { ...(await read(id)), business_name: merchant.business_name, holder: merchant.business_name }
    expect(await readInSnapshot(app.db, (t) => readFacts(t, row, app.clock.now()))).toEqual([])
  }
})
