import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import { lagosDay } from '@kobo/contract/kit/day'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../db/transact.ts'
import { openMerchantAccount } from '../ledger/accounts.ts'
import { type Client, startApp, type TestApp } from '../testing/app.ts'
import { aDirector, aMerchant, aTransaction, anUpgrade, aWallet, aWalletUpgrade } from '../testing/factories.ts'
import { aRecurringPayout, aScheduledPayout } from '../testing/timed-payouts.ts'
import { uuidv7 } from '../uuid.ts'

/** Numbers of people that no reply may hold in clear. */
const numbers = {
  owner: '22123456789',
  identity: '70412345678',
  director: '22999888777',
  holder: '22111222333',
  nin: '61234567890',
}

let app: TestApp
let ada: Client
let query: string
let walletId: string
let requestId: string

beforeAll(async () => {
  app = await startApp({ jobs: 'running' })
  ada = await app.signIn()
  const { db } = app
  const merchant = await aMerchant(db, {
    business_name: 'Adire & Indigo',
    verified: 'ACCEPTED',
    status: 'ACTIVE',
    bvn: numbers.owner,
    identity_number: numbers.identity,
  })
  await db.insertInto('bvn_record').values({ bvn: numbers.owner, first_name: 'Folasade' }).execute()
  await aDirector(db, merchant.id, { bvn: numbers.director })
  const account = { mode: 'PRODUCTION', merchantId: merchant.id, accountName: 'Adire', now: app.clock.now() } as const
  await transact(db, (transaction) => openMerchantAccount(transaction, account))
  const wallet = await aWallet(db, merchant)
  await db.updateTable('wallet').set({ bvn: numbers.holder, nin: numbers.nin }).where('id', '=', wallet.id).execute()
  walletId = wallet.id
  requestId = (await aWalletUpgrade(db, wallet)).id
  const transaction = await aTransaction(db, merchant)
  const upgrade = await anUpgrade(db, merchant)
  const today = lagosDay(app.clock.now())
  const batch = { id: uuidv7(), mode: merchant.mode, merchant_id: merchant.id, reference: 'BULK-1', status: 'UPLOADED' }
  const createdAt = app.clock.now().toISOString()
  await db
    .insertInto('bulk_batch')
    .values({ ...batch, created_at: createdAt, total_items: 0 })
    .execute()
  query = new URLSearchParams({
    merchantId: merchant.id,
    walletId: wallet.id,
    transactionId: transaction.id,
    upgradeRequestId: upgrade.id,
    batchReference: batch.reference,
    scheduleId: (await aScheduledPayout(db, merchant)).id,
    recurrentId: (await aRecurringPayout(db, merchant, { start_day: today })).id,
    startDate: today,
    endDate: today,
    text: 'adire',
  }).toString()
})

afterAll(() => app.close())

const areas: Record<string, Record<string, Call>> = contract
const reads = Object.values(areas)
  .flatMap((area) => Object.values(area))
  .filter((call) => call.method === 'GET' && call.permission !== 'public')
  .map((call) => [call.path, call] as const)

it.each(reads)('GET %s holds no personal number in the clear', async (_path, call) => {
  const reply = await ada.call(call, {}, { rawQuery: query })
  expect(reply.status).toBe(200)
  for (const number of Object.values(numbers)) expect(reply.text).not.toContain(number)
})

it('no write about a wallet shows or keeps one, but for the call that reveals it, which keeps none either', async () => {
  const { wallets, walletUpgrades } = contract
  const bend = () => ({ headers: { 'idempotency-key': uuidv7() } })
  const replies = [
    await ada.call(wallets.disable, { walletId }, bend()),
    await ada.call(wallets.enable, { walletId }, bend()),
    await ada.call(walletUpgrades.approve, { requestId }, bend()),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  const revealed = await ada.call(wallets.reveal, { walletId, field: 'nin', reason: 'The holder asks' }, bend())
  expect(revealed.data.value).toBe(numbers.nin)
  const kept = await app.db.selectFrom('idempotency').selectAll().execute()
  const audit = await app.db.selectFrom('audit').selectAll().execute()
  expect(kept).toHaveLength(3)
  const said = JSON.stringify([replies.map(({ text }) => text), kept, audit])
  for (const number of Object.values(numbers)) expect(said).not.toContain(number)
})
