import type { Mode } from '@kobo/contract/kit/mode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withLongTransaction } from '@kobo/server/db/long-transaction'
import { transact } from '@kobo/server/db/transact'
import { processBatch } from '@kobo/server/engine/bulk/process-batch'
import { validateBatch } from '@kobo/server/engine/bulk/validate-batch'
import { openStaticAccount, openVirtualAccount } from '@kobo/server/engine/collections/open-virtual-account'
import { receiveCollection } from '@kobo/server/engine/collections/receive-collection'
import { bookTransfer } from '@kobo/server/engine/book-transfer'
import { submitPayout } from '@kobo/server/engine/payouts/submit-payout'
import { openWebhooks } from '@kobo/server/engine/webhooks/open-webhooks'
import { openMerchantAccount } from '@kobo/server/ledger/accounts'
import { accountNumber } from '@kobo/server/ledger/nuban'
import { newSessionId } from '@kobo/server/rails/session-id'
import { webhookDelaysSeconds } from '@kobo/server/rails/retry-delays'
import { makeSeal } from '@kobo/server/seal'
import { aBatch, aRow, itemsOf } from '@kobo/server/testing/batches'
import { aDatabase, type TestDatabase } from '@kobo/server/testing/database'
import { aMerchant, aWallet, aWalletAccount, idAt } from '@kobo/server/testing/factories'
import { itemLives, type Life, livesOf } from '@kobo/server/testing/transaction-histories'
import { withEndpoint } from '@kobo/server/testing/payouts'
import { aStillEngine } from '@kobo/server/testing/status-queried-payouts'
import { addBatches } from '../batches.ts'
import { dayMs } from '../calendar.ts'
import { writeHistory } from './history.ts'

// The engine runs in one mode and the demo history is generated in the other, so that one database holds both.
const [engines, demos] = ['PRODUCTION', 'SANDBOX'] as const
/** Fixed, so that the demo history is the same in every run. */
const now = new Date('2026-11-20T13:05:00.000Z')

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let payer: Awaited<ReturnType<typeof someHolders>>
let lives: Record<'engine' | 'demo', Awaited<ReturnType<typeof livesOf>> & { items: Life[] }>

beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database, { tickMs: 10, switchTimeoutMs: 5_000 })
  payer = await someHolders(engines, still.clock())
  await runEveryPayout()
  const items = await sendABatch()
  await deliverAll()
  await someHolders(demos, new Date(now.getTime() - 30 * dayMs))
  await generateHistory()
  const { db } = database
  lives = {
    engine: { ...(await livesOf(db, engines)), items },
    demo: { ...(await livesOf(db, demos)), items: await itemLives(db, demos) },
  }
}, 600_000)

afterAll(async () => {
  await still.stop()
  await database.close()
})

/** Creates an active merchant with an account and two tier 3 wallets with high limits. */
async function someHolders(mode: Mode, since: Date) {
  const { db } = database
  const common = { id: idAt(since), created_at: since.toISOString() }
  const merchant = await aMerchant(db, { ...common, mode, verified: 'ACCEPTED', status: 'ACTIVE' })
  const account = { mode, merchantId: merchant.id, accountName: merchant.business_name, now: since }
  await transact(db, (t) => openMerchantAccount(t, account))
  const someWallet = async (after: number) => {
    const at = new Date(since.getTime() + after)
    const fields = { id: idAt(at), created_at: at.toISOString() }
    const wallet = await aWallet(db, merchant, { ...fields, tier: 3, nin: '51012345678' })
    await aWalletAccount(db, wallet, { ...fields, id: idAt(at) })
    return wallet.id
  }
  await withEndpoint(db, seal, merchant.id, 'simulator:/hooks/merchant')
  return { merchant, walletIds: [await someWallet(1), await someWallet(2)] as const }
}

const seal = makeSeal('a secret of the questions test')

/** Takes transactions through every outcome of the demo history with the engine and the simulated switch. */
async function runEveryPayout(): Promise<void> {
  const { merchant, walletIds } = payer
  const [own, firstPayer, secondPayer] = [null, ...walletIds].map((walletId) => ({ merchantId: merchant.id, walletId }))
  const payers = [null, walletIds[0]]
  for (const walletId of payers) {
    for (const _ of webhookDelaysSeconds) await collect(await ownNumber(walletId))
    await collect(await staticNumber(walletId))
    await order(walletId, '900')
  }
  await collect(await virtualNumber())
  const sendAll = (end: string) => Promise.all(payers.map((walletId) => send(walletId, end)))
  // Payouts without a response wait alongside the others.
  const unanswered = [sendAll('802'), sendAll('802')]
  const ends = ['900', '804', '913', '951', '957', '961', '909', '991', '996', '997']
  for (const end of ends) await sendAll(end)
  const [silent = []] = await Promise.all(unanswered)
  const open = await sendAll('909')
  for (const id of open) await approveOnStatusQuery(id)
  for (const id of silent) await approvedLate(id)
  await move(own, firstPayer)
  await move(firstPayer, secondPayer)
  await move(secondPayer, own)
}

async function ownNumber(walletId: string | null): Promise<string> {
  const { account_number } = await database.db
    .selectFrom('account')
    .select('account_number')
    .where('merchant_id', '=', payer.merchant.id)
    .where('wallet_id', 'is not distinct from', walletId)
    .executeTakeFirstOrThrow()
  return account_number
}

function staticNumber(walletId: string | null): Promise<string> {
  const { merchant } = payer
  const account = { mode: engines, merchantId: merchant.id, walletId, accountName: merchant.business_name }
  return transact(database.db, (t) => openStaticAccount(t, still.engine().jobs, { ...account, at: still.clock() }))
}

async function virtualNumber(): Promise<string> {
  const { merchant } = payer
  const at = still.clock()
  const account = { mode: engines, merchantId: merchant.id, walletId: null, accountName: merchant.business_name, at }
  const payment = { amountKobo: collectedKobo, reference: idAt(at), expiresAt: new Date(at.getTime() + 3_600_000) }
  return (await transact(database.db, (t) => openVirtualAccount(t, account, payment))).number
}

const collectedKobo = 50_000_000n

async function collect(number: string): Promise<void> {
  const { db } = database
  const sender = { name: 'BELLO HADIZA', accountNumber: '0123456785', bankCode: '058' }
  const at = still.clock()
  await transact(db, (t) =>
    receiveCollection(t, still.engine().jobs, {
      mode: engines,
      accountNumber: number,
      amountKobo: collectedKobo,
      sender,
      sessionId: newSessionId(at),
      narration: 'Rent',
      route: 'NIP',
      at,
    }),
  )
}

/** Submits a payout to an account whose last three digits select the simulated switch's response. */
async function order(walletId: string | null, end: string): Promise<string> {
  const at = still.clock()
  const beneficiary = { name: 'Chidi Okafor', accountNumber: numberEnding(end), bankCode: '058' }
  const { transactionId } = await transact(database.db, (t) =>
    submitPayout(t, still.engine().jobs, {
      mode: engines,
      merchantId: payer.merchant.id,
      walletId,
      amountKobo: 1_500_000n,
      beneficiary,
      narration: 'Salary',
      reference: idAt(at),
      at,
    }),
  )
  return transactionId
}

function numberEnding(end: string): string {
  for (let serial = 1_000_000; ; serial += 1) {
    const number = accountNumber(serial, '058')
    if (number.endsWith(end)) return number
  }
}

async function send(walletId: string | null, end: string): Promise<string> {
  const id = await order(walletId, end)
  await still.work(id)
  return id
}

async function approveOnStatusQuery(id: string): Promise<void> {
  await still.runStatusQueries(id, 0.02)
  await still.book(id, '00')
  await still.runStatusQueries(id, 0.1)
}

async function approvedLate(id: string): Promise<void> {
  await still.runStatusQueries(id, 0.3)
  await still.runStatusQueries(id, 0.05)
  await still.book(id, '00')
  await still.runStatusQueries(id, 0.2)
}

type Holder = { merchantId: string; walletId: string | null } | undefined

async function move(from: Holder, to: Holder): Promise<void> {
  if (!from || !to) throw new Error('Somebody is missing')
  const at = still.clock()
  const checkout = { mode: engines, amountKobo: 50_000n, reference: idAt(at), narration: 'Thanks', at }
  await transact(database.db, (t) => bookTransfer(t, { ...checkout, from, to }))
}

/** Returns the states of a batch's items after upload, validation, processing and completion. */
async function sendABatch(): Promise<Life[]> {
  const { db } = database
  const { merchant } = payer
  const good = { bankCode: '058', accountNumber: numberEnding('900') }
  const { batchId } = await aBatch(db, still.engine().jobs, merchant, [
    aRow(good),
    aRow({ ...good, accountNumber: numberEnding('961') }),
    aRow({ ...good, accountNumber: numberEnding('804') }),
    aRow({ ...good, accountNumber: '123456789' }),
    aRow({ ...good, bankCode: '000' }),
    aRow({ ...good, amount: '2.500,00' }),
  ])
  const [uploaded] = await itemLives(db, engines)
  const uploads = uploaded ? [uploaded] : []
  const ids = { batchId, merchantId: merchant.id }
  await validateBatch(still.engine(), { ...ids, after: 0, attempt: 1 })
  uploads.push(...(await itemLives(db, engines)))
  await processBatch(still.engine(), { ...ids, round: 0, idle: 0 })
  uploads.push(...(await itemLives(db, engines)))
  for (const { transaction_id } of await itemsOf(db, batchId)) if (transaction_id) await still.work(transaction_id)
  return [...uploads, ...(await itemLives(db, engines))]
}

/** Delivers webhooks: some immediately, some after one or two failures, some never. */
async function deliverAll(): Promise<void> {
  const { db } = database
  const merchantId = payer.merchant.id
  const events = await db.selectFrom('webhook_event').select(['id', 'kind', 'created_at']).orderBy('id').execute()
  const uploads = new Map<string, number>()
  for (const { id: eventId, kind, created_at } of events) {
    const turn = uploads.get(kind) ?? 0
    uploads.set(kind, turn + 1)
    const failures = [0, 1, 2, webhookDelaysSeconds.length][turn % 4] ?? 0
    const attempts = Math.min(failures + 1, webhookDelaysSeconds.length)
    for (let number = 1; number <= attempts; number += 1) {
      const url = `simulator:/hooks/merchant${number > failures ? '' : '-500'}`
      await db.updateTable('webhook_endpoint').set({ url }).where('merchant_id', '=', merchantId).execute()
      const clock = () => new Date(Date.parse(created_at) + number * 1000)
      await openWebhooks({ ...still.engine(), clock }).send({ eventId, merchantId, number })
    }
  }
}

async function generateHistory(): Promise<void> {
  const seed = 'as the engine'
  await withLongTransaction(database.pool, async (db, client) => {
    await writeHistory(db, client, {
      mode: demos,
      now,
      days: 28,
      transactions: 3000,
      seed,
      statics: 2,
      virtuals: 100,
      trailSince: new Date(0),
      onProgress: () => {},
    })
    const counts = { COMPLETED: 14, PROCESSING: 1, UPLOADED: 1 }
    await addBatches(db, { mode: demos, now, seed }, counts)
  })
}

/** Groups the distinct forms by ending; each should have one. */
function byEnding(all: readonly Life[]): Record<string, unknown[]> {
  const forms = new Map<string, Map<string, unknown>>()
  for (const { ending, form } of all) {
    const known = forms.get(ending) ?? new Map()
    forms.set(ending, known.set(JSON.stringify(form), form))
  }
  const sorted = [...forms].toSorted(([firstPayer], [secondPayer]) => (firstPayer < secondPayer ? -1 : 1))
  return Object.fromEntries(sorted.map(([ending, byForm]) => [ending, [...byForm.values()]]))
}

/** Expects the demo's form of each ending to equal the engine's; returns the demo's endings. */
function expectTheSame(byDemo: readonly Life[], byEngine: readonly Life[]): string[] {
  const [found, expected] = [byEnding(byDemo), byEnding(byEngine)]
  const endings = Object.keys(found)
  expect(found).toEqual(Object.fromEntries(endings.map((ending) => [ending, expected[ending]])))
  return endings
}

it('gives generated transactions the same records as those of the engine', () => {
  const endings = expectTheSame(lives.demo.transactions, lives.engine.transactions)
  const payout = 'BANK_TRANSFER DEBIT MERCHANT'
  expect(endings).toEqual(
    expect.arrayContaining([
      'BANK_FUNDING CREDIT MERCHANT SUCCESS 00',
      'BANK_FUNDING CREDIT WALLET SUCCESS 00',
      'BANK_FUNDING CREDIT MERCHANT SUCCESS 00 BANK',
      `${payout} QUEUED`,
      expect.stringContaining('PENDING after'),
      `${payout} SUCCESS 00`,
      `${payout} SUCCESS 00 queried`,
      `${payout} FAILED 07`,
      `${payout} FAILED 57`,
      expect.stringContaining('FAILED 25 queried with an alert'),
      'MERCHANT_DEBIT DEBIT MERCHANT SUCCESS',
      'CREDIT_WALLET CREDIT WALLET SUCCESS',
      'WALLET_TO_WALLET DEBIT WALLET SUCCESS',
    ]),
  )
})

it('gives generated webhooks the same deliveries as those of the engine', () => {
  const endings = expectTheSame(lives.demo.deliveries, lives.engine.deliveries)
  const after = ['transfer.failed DELIVERED 1', 'transfer.success DELIVERED 3', expect.stringContaining('FAILED 7')]
  expect(endings).toEqual(expect.arrayContaining(['collection.success DELIVERED 1', ...after]))
})

it('gives generated batch items the same records as those of the engine', () => {
  const endings = expectTheSame(lives.demo.items, lives.engine.items)
  expect(endings).toHaveLength(9)
})
