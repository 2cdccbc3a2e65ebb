import { expect, it } from 'vitest'
import { verifyLedger } from '@kobo/server/ledger/verify'
import { startApp } from '@kobo/server/testing/app'
import { aFundedMerchant, eventually, withEndpoint } from '@kobo/server/testing/payouts'
import { aWallet } from '@kobo/server/testing/factories'
import { aCard } from '@kobo/server/testing/issued-cards'
import { openPartners } from './partners.ts'
import { requestCards, useCard } from './traffic-cards.ts'
import { payShared } from './traffic-splits.ts'
import { trade } from './traffic-stores.ts'
import { oneEvent } from './traffic.ts'

it('creates payments of every kind, keeps the ledger balanced and survives empty accounts', async () => {
  const app = await startApp({ rails: 'running', delays: { requerySeconds: () => 0.2, cardSeconds: 0.2 } })
  const { seal, settings } = app.services
  const { db } = app
  const stage = { db, partners: openPartners({ baseUrl: app.url, db, seal, ...settings }) }
  await oneEvent(stage)
  for (let number = 0; number < 5; number++) {
    const merchant = await aFundedMerchant(app.db, 10_000_000_000n, number === 0 ? 'SANDBOX' : 'PRODUCTION')
    await withEndpoint(app.db, seal, merchant.id, 'simulator:/hooks/traffic')
    await aWallet(app.db, merchant)
    const mode = number === 0 ? 'SANDBOX' : 'PRODUCTION'
    await aCard(app.db, { mode, merchantId: merchant.id, walletId: null })
  }
  for (let number = 0; number < 80; number++) await oneEvent(stage)
  // The first call finds no subaccount and opens one.
  for (let number = 0; number < 8; number++) await payShared(stage, 'PRODUCTION', 500_000n)
  for (let number = 0; number < 30; number++) await useCard(stage, 'PRODUCTION')
  // The last of them may have cleared the last open purchase.
  const openPurchase = app.db.selectFrom('card_purchase').select('id').where('status', '=', 'AUTHORISED')
  for (let number = 0; number < 30 && !(await openPurchase.executeTakeFirst()); number++) {
    await useCard(stage, 'PRODUCTION')
  }
  await requestCards(stage, 'PRODUCTION')
  // The first call opens a shop.
  for (let number = 0; number < 25; number++) await trade(stage, 'PRODUCTION', 2_000_000n)
  await eventually(async () => {
    const open = await app.db
      .selectFrom('transaction')
      .select('id')
      .where('status', 'in', ['QUEUED', 'PENDING'])
      // A card authorisation waits for the scheme.
      .where('card_id', 'is', null)
      .executeTakeFirst()
    return open === undefined
  })
  const shared = app.db
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'SUBACCOUNT')
    .where('booked_kobo', '>', 0n)
  expect(await shared.executeTakeFirst()).toBeDefined()
  const purchases = await app.db.selectFrom('card_purchase').select('status').distinct().execute()
  expect(purchases).toEqual(expect.arrayContaining([{ status: 'AUTHORISED' }, { status: 'CLEARED' }]))
  const pendingBatches = app.db.selectFrom('card_batch').select('id').where('status', '=', 'PENDING')
  expect(await pendingBatches.executeTakeFirst()).toBeDefined()
  const rows = await app.db.selectFrom('transaction').select('category').distinct().execute()
  const categories = rows.map(({ category }) => category)
  expect(categories).toEqual(expect.arrayContaining(['BANK_TRANSFER', 'BANK_FUNDING', 'CREDIT_STORE']))
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  await app.close()
})

it('ignores a merchant approved in the console that has no signing secret', async () => {
  const app = await startApp({ rails: 'running' })
  const { seal, settings } = app.services
  const stage = { db: app.db, partners: openPartners({ baseUrl: app.url, db: app.db, seal, ...settings }) }
  for (const mode of ['PRODUCTION', 'SANDBOX'] as const) await aFundedMerchant(app.db, 10_000_000_000n, mode)
  for (let number = 0; number < 80; number++) await oneEvent(stage)
  const { rows } = await app.database.pool.query("select from transaction where type = 'DEBIT'")
  expect(rows).toEqual([])
  await app.close()
})
