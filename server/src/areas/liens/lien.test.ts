import { contract } from '@kobo/contract'
import { mostOpenLiens } from '@kobo/contract/kit/lien'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { changeStatus } from '../../engine/disputes/change-status.ts'
import { openDispute } from '../../engine/disputes/open-dispute.ts'
import { releaseExpiredLiens } from '../../engine/liens/release-expired.ts'
import { receiveCollection } from '../../engine/collections/receive-collection.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aChild } from '../../testing/child-accounts.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aLien } from '../../testing/liens.ts'
import { mailTo } from '../../testing/mails.ts'
import { aFundedMerchant, aPayout, eventsOf, eventually, ownAccount } from '../../testing/payouts.ts'
import { itemJobContext, processItems } from '../../testing/run-inline.ts'
import { aSigner } from '../../testing/signed-callers.ts'
import { aShopFloor } from '../../testing/stores.ts'
import { aSubaccount } from '../../testing/subaccounts.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'

const { liens } = contract
const reason = 'Order of the Federal High Court, Lagos'

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
})
afterAll(() => app.close())

const place = (accountId: string, amount: number, more: object = {}) =>
  ada.call(liens.place, { accountId, amount, reason, ...more })
const release = (lienId: string) => ada.call(liens.release, { lienId, reason: 'The court lifted it' })
const list = async (query: object) => (await ada.call(liens.list, query)).data
const balanceOf = async (id: string) => {
  const { booked_kobo: booked, available_kobo: available } = await app.db
    .selectFrom('account')
    .select(['booked_kobo', 'available_kobo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { booked, available }
}
const payInto = (accountNumber: string, amountKobo: bigint) =>
  transact(app.db, (t) =>
    receiveCollection(t, app.services.jobs, {
      mode: 'PRODUCTION',
      accountNumber,
      amountKobo,
      sender: { name: 'Ngozi Bello', accountNumber: '0123456900', bankCode: '058' },
      sessionId: newSessionId(app.clock.now()),
      narration: 'Order 7',
      route: 'NIP',
      at: app.clock.now(),
    }),
  )

/** Creates an active wallet of a merchant. */
async function aCustomer(merchant: { id: string; mode: string }) {
  const wallet = await aWallet(app.db, merchant)
  return { wallet, account: await aWalletAccount(app.db, wallet) }
}

describe('a lien', () => {
  it('blocks an amount: a payout above the rest fails for insufficient funds, and succeeds once it is released', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { id } = await ownAccount(app.db, merchant.id)
    const reply = await place(merchant.id, 9_000)
    expect(reply).toMatchObject({
      status: 200,
      message: `₦9,000.00 of ${merchant.business_name} is on lien`,
      data: {
        lien: {
          kind: 'MERCHANT',
          merchantId: merchant.id,
          businessName: merchant.business_name,
          accountId: id,
          amount: 9_000,
          held: 9_000,
          until: null,
          reason,
          placedBy: expect.stringMatching(/^Adaeze /),
          endedAt: null,
        },
      },
    })
    expect(await balanceOf(id)).toEqual({ booked: 1_000_000n, available: 100_000n })
    const outcomeOf = async (transactionId: string) =>
      await eventually(async () => {
        const payouts = app.db.selectFrom('transaction').select(['status', 'response_code'])
        const payout = await payouts.where('id', '=', transactionId).executeTakeFirstOrThrow()
        return payout.status !== 'QUEUED' && payout.status !== 'PENDING' && payout
      })
    const refused = await aPayout(app.db, app.services.jobs, { merchant, amountKobo: 200_000n })
    expect(await outcomeOf(refused)).toEqual({ status: 'FAILED', response_code: '51' })
    const { lien } = reply.data
    expect(await release(lien.id)).toMatchObject({
      status: 200,
      message: `₦9,000.00 of ${merchant.business_name} is no longer on lien`,
      data: { lien: { held: 0, endedBy: expect.stringMatching(/^Adaeze /), endReason: 'The court lifted it' } },
    })
    expect(await balanceOf(id)).toEqual({ booked: 1_000_000n, available: 1_000_000n })
    const paid = await aPayout(app.db, app.services.jobs, { merchant, amountKobo: 200_000n })
    expect(await outcomeOf(paid)).toMatchObject({ status: 'SUCCESS' })
    const audits = app.db.selectFrom('audit').selectAll().where('record_id', '=', lien.id).orderBy('id')
    expect(await audits.execute()).toMatchObject([
      { action: 'lien.place', record_type: 'lien', merchant_id: merchant.id, staff_id: ada.staffId, reason },
      { action: 'lien.release', reason: 'The court lifted it' },
    ])
  })

  it('holds what is available and the rest as funds arrive, after older holds', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { account } = await aCustomer(merchant)
    const first = (await place(account.id, 300)).data.lien
    const second = (await place(account.id, 500)).data.lien
    expect([first.held, second.held]).toEqual([0, 0])
    await payInto(account.account_number, 40_000n)
    const held = async () => (await list({ accountId: account.id })).liens.map((row) => row.held)
    const { booked } = await balanceOf(account.id)
    expect((await balanceOf(account.id)).available).toBe(0n)
    const [ofSecond = 0, ofFirst = 0] = await held()
    expect(ofFirst).toBe(300)
    expect(ofFirst + ofSecond).toBe(Number(booked) / 100)
    // What the first held is needed by the second.
    await release(first.id)
    expect(await held()).toEqual([Number(booked) / 100, 0])
    expect((await balanceOf(account.id)).available).toBe(0n)
    await payInto(account.account_number, 50_000n)
    expect(await held()).toEqual([500, 0])
    const after = await balanceOf(account.id)
    expect(after.available).toBe(after.booked - 50_000n)
    await release(second.id)
    expect(await balanceOf(account.id)).toEqual({ booked: after.booked, available: after.booked })
  })

  it('waits behind a dispute that is older, and is filled when that is closed', async () => {
    const merchant = await aFundedMerchant(app.db, 100_000n)
    const { id } = await ownAccount(app.db, merchant.id)
    const { reference } = await app.db
      .selectFrom('transaction')
      .select('reference')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
    const { staffId } = ada
    const { disputeId } = await transact(app.db, async (t) => {
      const order = { mode: 'PRODUCTION', merchantId: merchant.id, reference, type: 'CREDIT' } as const
      const details = { category: 'CHARGEBACK', customer: 'Ngozi Eze', description: 'Never arrived' } as const
      const money = { transactionCategory: 'BANK_FUNDING', amountKobo: 80_000n } as const
      const opened = await openDispute(t, null, { ...order, ...details, ...money, staffId, at: app.clock.now() })
      await auditRow(t, 'dispute.initiate', ['dispute', opened.disputeId], {})
      return opened
    })
    const step = (to: 'IN_PROGRESS' | 'CLOSED') =>
      transact(app.db, async (t) => {
        await changeStatus(t, null, {
          mode: 'PRODUCTION',
          disputeId,
          to,
          reason: 'Seen',
          staffId,
          at: app.clock.now(),
        })
        await auditRow(t, 'dispute.status', ['dispute', disputeId], { status: to })
      })
    await step('IN_PROGRESS')
    const { lien } = (await place(merchant.id, 900)).data
    expect(lien.held).toBe(200)
    await step('CLOSED')
    expect((await list({ accountId: merchant.id })).liens[0]?.held).toBe(900)
    await release(lien.id)
    expect(await balanceOf(id)).toEqual({ booked: 100_000n, available: 100_000n })
  })

  it('is placed on every kind of customer account, named by its own id or that of its wallet or merchant', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { wallet, account } = await aCustomer(merchant)
    const child = await aChild(app.db, { merchant, walletId: wallet.id })
    const { store, terminal } = await aShopFloor(app.db, merchant)
    const subAccount = await transact(app.db, (t) => aSubaccount(t, { id: merchant.id, mode: 'PRODUCTION' }))
    const kinds: unknown[] = []
    for (const id of [merchant.id, wallet.id, account.id, child.id, store.id, subAccount]) {
      kinds.push((await place(id, 1)).data.lien.kind)
    }
    expect(kinds).toEqual(['MERCHANT', 'WALLET', 'WALLET', 'CHILD', 'STORE', 'SUBACCOUNT'])
    expect((await list({ accountId: wallet.id })).totalRecords).toBe(2)
    expect(await place(terminal.id, 1)).toMatchObject({ status: 404 })
    expect(await place('nobody', 1)).toMatchObject({ status: 404 })
  })

  it('is released by itself at its end, which an operator may do before', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { id } = await ownAccount(app.db, merchant.id)
    const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await place(merchant.id, 100, { until })
    const early = (await place(merchant.id, 200, { until })).data.lien
    await release(early.id)
    app.clock.advance(3_590_000)
    await processItems(releaseExpiredLiens(app.engine))
    expect((await balanceOf(id)).available).toBe(990_000n)
    app.clock.advance(10_000)
    await processItems(releaseExpiredLiens(app.engine))
    expect((await balanceOf(id)).available).toBe(1_000_000n)
    const rows = (await list({ accountId: merchant.id })).liens
    expect(rows).toMatchObject([
      { amount: 200, until, endedBy: expect.any(String) },
      { amount: 100, until, endedAt: expect.any(String), endedBy: null, endReason: null },
    ])
  })

  it('is released at its end although the release of another one fails, which is retried', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const until = new Date(app.clock.now().getTime() + 60_000).toISOString()
    for (const amount of [1, 2, 3]) await place(merchant.id, amount, { until })
    app.clock.advance(60_000)
    let calls = 0
    const enqueueAll: typeof app.engine.jobs.enqueueAll = async (...job) => {
      calls += 1
      if (calls === 1) throw new Error('the power went')
      await app.engine.jobs.enqueueAll(...job)
    }
    const failing = { ...app.engine, jobs: { ...app.engine.jobs, enqueueAll } }
    const errors: unknown[] = []
    const run = () => runItemJob(itemJobContext(failing, errors), releaseExpiredLiens(failing))
    const open = async () => (await list({ accountId: merchant.id, status: 'OPEN' })).liens.map(({ amount }) => amount)
    await run()
    expect(errors).toEqual([new Error('the power went')])
    expect(await open()).toEqual([1])
    app.clock.advance(15_000)
    await run()
    expect(await open()).toEqual([])
  })

  it('is notified by webhook and email without its reason, and so is its end', async () => {
    const merchant = { ...(await aSigner(app)), email: 'liens@adire.test' }
    await app.db.updateTable('merchant').set({ email: merchant.email }).where('id', '=', merchant.id).execute()
    const name = merchant.business_name
    const { lien } = (await place(merchant.id, 50_000)).data
    const mail = await mailTo(app, merchant.email, `₦50,000.00 of ${name} is blocked`)
    expect(mail.text).toContain('We will notify you when the lien is released.')
    expect(mail.text).not.toContain(reason)
    await release(lien.id)
    await mailTo(app, merchant.email, `₦50,000.00 of ${name} is no longer blocked`)
    const events = await eventsOf(app.db, merchant.id)
    expect(events).toMatchObject([
      { event: 'account.lien_placed', data: { lienId: lien.id, account: 'MERCHANT', amount: 50_000, until: null } },
      { event: 'account.lien_released', data: { lienId: lien.id, endedAt: expect.any(String) } },
    ])
    expect(JSON.stringify(events)).not.toContain(reason)
  })

  it('is released once when eight operators release it concurrently', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { lien } = (await place(merchant.id, 100)).data
    const ends = await Promise.all(Array.from({ length: 8 }, () => release(lien.id)))
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)])
    expect(ends.find(({ status }) => status === 409)?.message).toBe('This lien is over')
  })

  it('is refused beyond the most that one account can have', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const own = await ownAccount(app.db, merchant.id)
    const account = { id: own.id, mode: 'PRODUCTION' } as const
    await transact(app.db, async (t) => {
      for (let n = 1; n < mostOpenLiens; n += 1) await aLien(t, account, { amountKobo: 1n, at: app.clock.now() })
    })
    const last = await place(merchant.id, 0.01)
    expect(last.status).toBe(200)
    expect(await place(merchant.id, 0.01)).toMatchObject({ status: 409, message: /has 100 open liens, the most/ })
    await release(last.data.lien.id)
    expect((await place(merchant.id, 0.01)).status).toBe(200)
  })

  it.each([
    ['no amount', { amount: undefined }, 400, /Amount is required/],
    ['an amount of zero', { amount: 0 }, 400, /must be more than zero/],
    ['a fraction of a kobo', { amount: 0.001 }, 400, /at most two decimals/],
    ['an amount that is too large', { amount: 1e12 }, 400, /too large/],
    ['no reason', { reason: ' ' }, 400, /Reason is required/],
    ['an end that is no instant', { until: 'tomorrow' }, 400, /must be an instant/],
    ['an end in the past', { until: '2020-01-01T00:00:00Z' }, 422, /must be in the future/],
    ['an unknown field', { force: true }, 400, /force/],
  ])('is rejected with %s', async (_, wrong, status, message) => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const reply = await place(merchant.id, 1, wrong)
    expect(reply.status).toBe(status)
    expect(reply.message).toMatch(message)
    expect((await list({ merchantId: merchant.id })).totalRecords).toBe(0)
  })

  it('is not found in the other mode', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
    const own = await ownAccount(app.db, merchant.id)
    const id = await transact(app.db, (t) => aLien(t, { id: own.id, mode: 'SANDBOX' }, { amountKobo: 1n }))
    expect(await place(merchant.id, 1)).toMatchObject({ status: 404 })
    expect(await release(id)).toMatchObject({ status: 404, message: /^This lien/ })
    expect(await ada.call(liens.impact, { accountId: merchant.id })).toMatchObject({ status: 404 })
    expect((await list({ merchantId: merchant.id })).totalRecords).toBe(0)
  })

  it('can only be ended, once', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { lien } = (await place(merchant.id, 1)).data
    const refusal = 'A lien can only be ended, once'
    await expect(sql`update lien set amount_kobo = 1 where id = ${lien.id}`.execute(app.db)).rejects.toThrow(refusal)
    await expect(sql`delete from lien where id = ${lien.id}`.execute(app.db)).rejects.toThrow(refusal)
    await release(lien.id)
    await expect(sql`update lien set ended_at = now() where id = ${lien.id}`.execute(app.db)).rejects.toThrow(refusal)
  })
})

describe('the list of liens', () => {
  it('finds liens by name, account number, reason, status, kind and day', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { account } = await aCustomer(merchant)
    const own = (await place(merchant.id, 700, { reason: 'Chargeback of Zobo Foods' })).data.lien
    const other = (await place(account.id, 300)).data.lien
    await release((await place(merchant.id, 5)).data.lien.id)
    const found = async (query: object) => (await list({ merchantId: merchant.id, ...query })).liens.map(({ id }) => id)
    expect(await list({ merchantId: merchant.id })).toMatchObject({ totalRecords: 3 })
    expect(await list({ merchantId: merchant.id, size: 1, page: 2 })).toMatchObject({
      totalRecords: 3,
      liens: [{ id: other.id }],
    })
    expect(await found({ status: 'OPEN' })).toEqual([other.id, own.id])
    expect(await found({ status: 'ended' })).toHaveLength(1)
    expect(await found({ search: 'zobo' })).toEqual([own.id])
    expect(await found({ search: account.account_number.slice(0, 8) })).toContain(other.id)
    expect(await found({ search: account.account_name })).toContain(other.id)
    expect(await found({ search: merchant.business_name, status: 'OPEN' })).toEqual([other.id, own.id])
    expect(await found({ search: 'nobody at all' })).toEqual([])
    expect(await found({ kind: 'WALLET' })).toEqual([other.id])
    expect(await found({ endDate: '2020-01-01' })).toEqual([])
  })

  it('may be read and not written with the permission to read merchants alone', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const { lien } = (await place(merchant.id, 1)).data
    const auditor = await app.signIn({ role: 'AUDITOR' })
    expect((await auditor.call(liens.list, { merchantId: merchant.id })).data.totalRecords).toBe(1)
    expect(await auditor.call(liens.place, { accountId: merchant.id, amount: 1, reason })).toMatchObject({
      status: 403,
    })
    expect(await auditor.call(liens.release, { lienId: lien.id, reason })).toMatchObject({ status: 403 })
  })
})

it('shows the balance that a lien would block, and whom it would notify', async () => {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  await place(merchant.id, 100)
  expect((await ada.call(liens.impact, { accountId: merchant.id })).data).toEqual({
    name: merchant.business_name,
    businessName: merchant.business_name,
    kind: 'MERCHANT',
    email: merchant.email,
    hasWebhook: false,
    balance: 10_000,
    availableBalance: 9_900,
  })
})

it('passes the ledger check after all tests of liens', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
