import { contract } from '@kobo/contract'
import type { FreezeScope } from '@kobo/contract/kit/freeze'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { bookTransfer } from '../../engine/book-transfer.ts'
import { authorisePurchase } from '../../engine/cards/authorise-purchase.ts'
import { receiveCollection } from '../../engine/collections/receive-collection.ts'
import { cancelFrozenPayments } from '../../engine/freezes/cancel-waiting.ts'
import { liftExpiredFreezes } from '../../engine/freezes/lift-expired.ts'
import { sweepPayouts } from '../../engine/requeue-stuck.ts'
import { dispatchScheduled } from '../../engine/schedules/dispatch-scheduled.ts'
import { runRecurring } from '../../engine/schedules/run-recurring.ts'
import { runItemJob } from '../../jobs/item-jobs.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { type Client, startApp, type TestApp } from '../../testing/app.ts'
import { aBatch, itemsOf, readBatch, someRows } from '../../testing/batches.ts'
import { aChild } from '../../testing/child-accounts.ts'
import { collectorsOf } from '../../testing/collectors.ts'
import { aWallet, aWalletAccount } from '../../testing/factories.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { mailTo } from '../../testing/mails.ts'
import { aFundedMerchant, aPayout, eventsOf, eventually, ownAccount } from '../../testing/payouts.ts'
import { itemJobContext, processItems } from '../../testing/run-inline.ts'
import { aSigner, partnersOf } from '../../testing/signed-callers.ts'
import { aShopFloor } from '../../testing/stores.ts'
import { aRecurringPayout, aScheduledPayout } from '../../testing/timed-payouts.ts'
import { lagosDay } from '@kobo/contract/kit/day'
import { newReference } from '../../engine/reference.ts'

const { freezes } = contract
const reason = 'The owner reports a theft'

let app: TestApp
let ada: Client
beforeAll(async () => {
  app = await startApp({ rails: 'running' })
  ada = await app.signIn({ firstName: 'Adaeze' })
})
afterAll(() => app.close())

const scopeAll = ['ALL'] as const
const freeze = (merchant: { id: string }, scope: readonly ('ALL' | FreezeScope)[] = scopeAll, more: object = {}) =>
  ada.call(freezes.freezeMerchant, { merchantId: merchant.id, scope: [...scope], reason, ...more })
const lift = (merchant: { id: string }) =>
  ada.call(freezes.unfreezeMerchant, { merchantId: merchant.id, reason: 'The keys were replaced' })
const readPayout = (id: string) =>
  app.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const audits = (recordId: string) =>
  app.db.selectFrom('audit').selectAll().where('record_id', '=', recordId).orderBy('id').execute()
const payInto = (accountNumber: string, amountKobo = 100_000n) =>
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
/** Waits until the job of a payment has ended at the freeze. */
async function hasWaited(transactionId: string): Promise<void> {
  await eventually(async () => {
    const steps = app.db.selectFrom('activity').select('description').where('transaction_id', '=', transactionId)
    return (await steps.execute()).some(({ description }) => description?.startsWith('Waits until'))
  })
}

/** Sends payments that have no job, as the sweep does once they are two minutes old. */
async function sweep(): Promise<void> {
  app.clock.advance(130_000)
  await processItems(sweepPayouts(app.engine))
}

describe('a freeze of a merchant', () => {
  // First, while the clock is not advanced: later payments are old enough for the sweep in any case.
  it('queues what it stopped with the next sweep after it is lifted, however young', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000_000n)
    const stopped = await aPayout(app.db, app.services.jobs, { merchant, afterSeconds: 2 })
    await freeze(merchant, ['MONEY_OUT'])
    await hasWaited(stopped)
    await lift(merchant)
    app.clock.advance(10)
    await processItems(sweepPayouts(app.engine))
    const sent = await eventually(async () => {
      const payout = await readPayout(stopped)
      return payout.status === 'SUCCESS' && payout
    })
    expect(sent.amount_kobo).toBe(250_000n)
  })

  it('stops payouts, transfers, cards, settlements and collections, and lets them continue afterwards', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000_000n)
    const account = await ownAccount(app.db, merchant.id)
    const wallet = await aWallet(app.db, merchant)
    await aWalletAccount(app.db, wallet)
    const card = await aCard(app.db, { mode: 'PRODUCTION', merchantId: merchant.id, walletId: null })
    const waiting = await aPayout(app.db, app.services.jobs, { merchant, afterSeconds: 2 })
    const reply = await freeze(merchant)
    expect(reply).toMatchObject({ status: 200, message: `${merchant.business_name} is frozen` })
    expect(reply.data.freeze).toMatchObject({
      kind: 'MERCHANT',
      merchantId: merchant.id,
      name: merchant.business_name,
      scopes: ['MONEY_OUT', 'COLLECTIONS', 'CARDS', 'SETTLEMENTS', 'SIGNED_CALLS'],
      reason,
      frozenBy: expect.stringMatching(/^Adaeze /),
      endedAt: null,
    })

    const payer = { merchantId: merchant.id, walletId: null }
    const move = () =>
      transact(app.db, (t) =>
        bookTransfer(t, {
          mode: 'PRODUCTION',
          from: payer,
          to: { merchantId: merchant.id, walletId: wallet.id },
          amountKobo: 5000n,
          reference: newReference(new Date()),
          narration: '',
          at: app.clock.now(),
        }),
      )
    const buy = () => transact(app.db, (t) => authorisePurchase(t, null, schemeMessage(card, { at: app.clock.now() })))
    const frozen = `Account ${account.account_number} is frozen`
    await expect(aPayout(app.db, app.services.jobs, { merchant })).rejects.toMatchObject({ code: 'frozen' })
    await expect(move()).rejects.toMatchObject({ code: 'frozen', message: frozen })
    expect(await buy()).toMatchObject({ outcome: 'DECLINED', code: '57', reason: frozen })
    expect(await payInto(account.account_number)).toEqual({ outcome: 'DECLINED', reason: frozen })
    const { settle } = collectorsOf(
      app.db,
      () => app.services.jobs,
      () => app.clock.now(),
    )
    expect(await settle(merchant)).toEqual([])
    await hasWaited(waiting)
    expect((await readPayout(waiting)).status).toBe('QUEUED')
    await sweep()
    expect((await readPayout(waiting)).status).toBe('QUEUED')
    const explained = await ada.call(contract.transactionStory.tell, { transactionId: waiting })
    expect(JSON.stringify(explained.data)).toContain('Frozen: waits until the freeze is lifted')

    expect((await lift(merchant)).message).toBe(`${merchant.business_name} is no longer frozen`)
    app.clock.advance(1000)
    await sweep()
    await eventually(async () => (await readPayout(waiting)).status === 'SUCCESS')
    await aPayout(app.db, app.services.jobs, { merchant })
    await move()
    expect(await buy()).toMatchObject({ outcome: 'APPROVED' })
    expect(await payInto(account.account_number)).toMatchObject({ outcome: 'CREDITED' })
    expect(await settle(merchant)).toHaveLength(1)
    expect(await audits(reply.data.freeze.id)).toMatchObject([
      {
        action: 'freeze.start',
        staff_id: ada.staffId,
        merchant_id: merchant.id,
        reason,
        before: { scopes: [] },
        after: { scopes: reply.data.freeze.scopes },
      },
      { action: 'freeze.lift', before: { scopes: reply.data.freeze.scopes }, after: { scopes: [] } },
    ])
  })

  it('refuses the merchant’s own calls, also repeated ones, and accepts them afterwards', async () => {
    const merchant = await aSigner(app)
    const order = {
      reference: newReference(new Date()),
      amount: 1000,
      beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
    }
    const ask = () => partnersOf(app).ask(merchant.id, 'payouts', order)
    await ask()
    await freeze(merchant, ['SIGNED_CALLS'])
    await expect(ask()).rejects.toMatchObject({ status: 403, message: 'The calls of this merchant are frozen' })
    await lift(merchant)
    expect(await ask()).toMatchObject({ transactionId: expect.any(String) })
  })

  it('lets through what its scope does not name', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000_000n)
    const { account_number } = await ownAccount(app.db, merchant.id)
    await freeze(merchant, ['MONEY_OUT'])
    expect(await payInto(account_number)).toMatchObject({ outcome: 'CREDITED' })
    await expect(aPayout(app.db, app.services.jobs, { merchant })).rejects.toMatchObject({ code: 'frozen' })
    const collecting = await aFundedMerchant(app.db, 10_000_000n)
    await freeze(collecting, ['COLLECTIONS'])
    await aPayout(app.db, app.services.jobs, { merchant: collecting })
  })

  it('stops refunds only if they are named', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000_000n)
    await app.db.updateTable('merchant').set({ is_refund_enabled: true }).where('id', '=', merchant.id).execute()
    const { account_number } = await ownAccount(app.db, merchant.id)
    const paid = await payInto(account_number)
    const transactionId = paid.outcome === 'CREDITED' ? paid.transactionId : ''
    const refund = () => ada.call(contract.refunds.request, { transactionId, amount: 100, reason: 'Returned goods' })
    await freeze(merchant)
    expect((await refund()).status).toBe(200)
    await lift(merchant)
    app.clock.advance(10)
    await freeze(merchant, ['ALL', 'REFUNDS'])
    expect(await refund()).toMatchObject({ status: 422, message: `Refunds of ${merchant.business_name} are frozen` })
  })

  it('makes scheduled and recurring payouts and batches wait, and continues them afterwards', async () => {
    const merchant = await aFundedMerchant(app.db, 100_000_000n)
    const now = app.clock.now().toISOString()
    await freeze(merchant, ['MONEY_OUT'])
    const scheduled = await aScheduledPayout(app.db, merchant, { due_at: now })
    const recurring = await aRecurringPayout(app.db, merchant, { start_day: lagosDay(app.clock.now()) })
    const { batchId } = await aBatch(app.db, app.services.jobs, merchant, someRows(3))
    const dispatch = async () => {
      await processItems(dispatchScheduled(app.engine))
      await processItems(runRecurring(app.engine))
    }
    const payouts = () =>
      app.db
        .selectFrom('transaction')
        .selectAll()
        .where('merchant_id', '=', merchant.id)
        .where('type', '=', 'DEBIT')
        .execute()
    const schedule = () =>
      app.db.selectFrom('scheduled_payout').selectAll().where('id', '=', scheduled.id).executeTakeFirstOrThrow()
    await dispatch()
    await eventually(async () => (await readBatch(app.db, batchId)).status === 'PROCESSING')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(await payouts()).toEqual([])
    expect((await schedule()).status).toBe('NEW')
    expect((await itemsOf(app.db, batchId)).map(({ status }) => status)).toEqual(['NEW', 'NEW', 'NEW'])

    await lift(merchant)
    app.clock.advance(10)
    await dispatch()
    expect((await schedule()).status).toBe('DISPATCHED')
    await eventually(async () => (await readBatch(app.db, batchId)).status === 'COMPLETED', 45_000)
    expect(await payouts()).toHaveLength(5)
    expect(
      await app.db.selectFrom('recurring_run').selectAll().where('recurring_id', '=', recurring.id).execute(),
    ).toHaveLength(1)
  }, 60_000)

  it('cancels waiting and planned payments if the operator chooses so', async () => {
    const merchant = await aSigner(app)
    const waiting = await aPayout(app.db, app.services.jobs, { merchant, amountKobo: 10_000n, afterSeconds: 3600 })
    const due_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const created_at = new Date(app.clock.now().getTime() - 1000).toISOString()
    const scheduled = await aScheduledPayout(app.db, merchant, { due_at, created_at })
    const recurring = await aRecurringPayout(app.db, merchant, { start_day: '2030-01-31', created_at })
    const { batchId } = await aBatch(app.db, app.services.jobs, merchant, someRows(3))
    app.clock.advance(5000)
    await freeze(merchant, ['MONEY_OUT'], { cancelWaiting: true })
    const later = await aScheduledPayout(app.db, merchant, {
      due_at,
      created_at: new Date(app.clock.now().getTime() + 1000).toISOString(),
    })
    for (const job of cancelFrozenPayments(app.engine)) await processItems(job)

    expect(await readPayout(waiting)).toMatchObject({ status: 'FAILED', response_code: '57' })
    const reread = (table: 'scheduled_payout' | 'recurring_payout', id: string) =>
      app.db
        .selectFrom(table)
        .select(['status', 'decision_reason', 'decided_by'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    const decided = { decision_reason: 'Cancelled because the account is frozen', decided_by: ada.staffId }
    expect(await reread('scheduled_payout', scheduled.id)).toEqual({ status: 'CANCELLED', ...decided })
    expect(await reread('recurring_payout', recurring.id)).toEqual({ status: 'INACTIVE', ...decided })
    expect((await reread('scheduled_payout', later.id)).status).toBe('NEW')
    expect((await itemsOf(app.db, batchId)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'FAILED'])
    const events = (await eventsOf(app.db, merchant.id)).map(({ event }) => event)
    expect(events.toSorted()).toEqual([
      'merchant.frozen',
      'payout.batch_stopped',
      'payout.recurring_paused',
      'payout.scheduled_cancelled',
      'transfer.failed',
    ])
  })

  it('cancels all others although one record fails, reports it, and retries it', async () => {
    const merchant = await aSigner(app)
    const created_at = new Date(app.clock.now().getTime() - 1000).toISOString()
    const due_at = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    const planned = [
      await aScheduledPayout(app.db, merchant, { due_at, created_at }),
      await aScheduledPayout(app.db, merchant, { due_at, created_at }),
      await aScheduledPayout(app.db, merchant, { due_at, created_at }),
    ]
    await freeze(merchant, ['MONEY_OUT'], { cancelWaiting: true })
    let calls = 0
    const enqueueAll: typeof app.engine.jobs.enqueueAll = async (...job) => {
      calls += 1
      if (calls === 1) throw new Error('the power went')
      await app.engine.jobs.enqueueAll(...job)
    }
    const failing = { ...app.engine, jobs: { ...app.engine.jobs, enqueueAll } }
    const errors: unknown[] = []
    const run = async () => {
      for (const job of cancelFrozenPayments(failing)) await runItemJob(itemJobContext(failing, errors), job)
    }
    const ids = planned.map(({ id }) => id)
    const statuses = async () =>
      (
        await app.db.selectFrom('scheduled_payout').select('status').where('id', 'in', ids).orderBy('status').execute()
      ).map(({ status }) => status)
    await run()
    expect(errors).toEqual([new Error('the power went')])
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'NEW'])
    app.clock.advance(15_000)
    await run()
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
  })

  it('notifies the merchant by webhook and email without the reason, and of its end', async () => {
    const merchant = { ...(await aSigner(app)), email: 'risk@adire.test' }
    await app.db.updateTable('merchant').set({ email: merchant.email }).where('id', '=', merchant.id).execute()
    const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
    await freeze(merchant, ['MONEY_OUT', 'CARDS'], { until })
    const mail = await mailTo(app, merchant.email, `${merchant.business_name} is frozen`)
    expect(mail.text).toContain('- payouts, transfers and bill payments\n- purchases with your cards')
    expect(mail.text).not.toContain(reason)
    app.clock.advance(3_599_000)
    await processItems(liftExpiredFreezes(app.engine))
    const read = async () => (await ada.call(freezes.list, { merchantId: merchant.id })).data.freezes[0]
    expect(await read()).toMatchObject({ endedAt: null, until })
    app.clock.advance(1000)
    await processItems(liftExpiredFreezes(app.engine))
    expect(await read()).toMatchObject({ endedAt: expect.any(String), endedBy: null, endReason: null })
    await mailTo(app, merchant.email, `${merchant.business_name} is no longer frozen`)
    const events = await eventsOf(app.db, merchant.id)
    expect(events.map(({ event }) => event)).toEqual(['merchant.frozen', 'merchant.unfrozen'])
    expect(events[0]?.data).toMatchObject({ frozen: 'MERCHANT', scopes: ['MONEY_OUT', 'CARDS'], until })
    expect(JSON.stringify(events)).not.toContain(reason)
  })

  it('starts once when eight operators freeze at once, and ends once', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const replies = await Promise.all(Array.from({ length: 8 }, () => freeze(merchant)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)])
    expect(replies.find(({ status }) => status === 409)?.message).toMatch(
      /is already frozen since .* Lift that freeze first$/,
    )
    const ends = await Promise.all(Array.from({ length: 8 }, () => lift(merchant)))
    expect(ends.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(409)])
    expect(ends.find(({ status }) => status === 409)?.message).toBe(`${merchant.business_name} is not frozen`)
  })

  it.each([
    ['no scope', { scope: [] }, 400, /Scope is required/],
    ['an unknown scope', { scope: ['EVERYTHING'] }, 400, /Unknown scope/],
    ['no reason', { reason: ' ' }, 400, /Reason is required/],
    ['an end that is no instant', { until: 'tomorrow' }, 400, /must be an instant/],
    ['an end in the past', { until: '2020-01-01T00:00:00Z' }, 422, /must be in the future/],
    ['a wrong choice', { cancelWaiting: 'yes' }, 400, /must be true or false/],
    ['an unknown field', { force: true }, 400, /force/],
  ])('is rejected with %s', async (_, wrong, status, message) => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const reply = await freeze(merchant, ['ALL'], wrong)
    expect(reply.status).toBe(status)
    expect(reply.message).toMatch(message)
    expect((await ada.call(freezes.list, { merchantId: merchant.id })).data.totalRecords).toBe(0)
  })

  it('is not found in the other mode', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n, 'SANDBOX')
    expect(await freeze(merchant)).toMatchObject({ status: 404 })
    expect(await lift(merchant)).toMatchObject({ status: 404 })
    expect(await ada.call(freezes.impact, { merchantId: merchant.id })).toMatchObject({ status: 404 })
  })
})

describe('a freeze of an account', () => {
  const freezeOne = (accountId: string, scope: readonly ('ALL' | FreezeScope)[] = scopeAll) =>
    ada.call(freezes.freezeAccount, { accountId, scope: [...scope], reason })
  const liftOne = (accountId: string) => ada.call(freezes.unfreezeAccount, { accountId, reason: 'Cleared' })

  it('stops a wallet with its child accounts, and neither the merchant nor other wallets', async () => {
    const merchant = await aFundedMerchant(app.db, 10_000_000n)
    const own = await ownAccount(app.db, merchant.id)
    const wallet = await aWallet(app.db, merchant)
    const account = await aWalletAccount(app.db, wallet)
    const child = await aChild(app.db, { merchant, walletId: wallet.id })
    const reply = await freezeOne(wallet.id)
    expect(reply.data.freeze).toMatchObject({
      kind: 'WALLET',
      accountId: account.id,
      walletId: wallet.id,
      scopes: ['MONEY_OUT', 'COLLECTIONS', 'CARDS'],
    })
    expect(await payInto(account.account_number)).toMatchObject({ outcome: 'DECLINED' })
    expect(await payInto(child.number)).toMatchObject({ outcome: 'DECLINED' })
    expect(await payInto(own.account_number)).toMatchObject({ outcome: 'CREDITED' })
    await aPayout(app.db, app.services.jobs, { merchant })
    const { data } = await ada.call(freezes.list, { accountId: child.id, status: 'IN_FORCE' })
    expect(data.freezes.map(({ id }) => id)).toEqual([reply.data.freeze.id])
    const { data: listed } = await ada.call(contract.wallets.list, { merchantId: merchant.id })
    expect(listed.wallets.map(({ isFrozen }) => isFrozen)).toEqual([true])
    expect(await freezeOne(account.id)).toMatchObject({ status: 409 })
    expect((await liftOne(wallet.id)).status).toBe(200)
    app.clock.advance(10)
    expect(await payInto(child.number)).toMatchObject({ outcome: 'CREDITED' })
  })

  it('is listed for a terminal whose store it stops', async () => {
    const { store, terminal } = await aShopFloor(app.db, await aFundedMerchant(app.db, 1n))
    const reply = await freezeOne(store.id)
    const { data } = await ada.call(freezes.list, { accountId: terminal.id })
    expect(data.freezes.map(({ id }) => id)).toEqual([reply.data.freeze.id])
  })

  it('is found by the name of its holder or merchant, its account number or its reason', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const wallet = await aWallet(app.db, merchant)
    const account = await aWalletAccount(app.db, wallet)
    const ofWallet = (await freezeOne(wallet.id)).data.freeze.id
    const ofMerchant = (await freeze(merchant, ['CARDS'], { reason: 'Chargebacks of Zobo Foods' })).data.freeze.id
    const found = async (search: string) =>
      (await ada.call(freezes.list, { merchantId: merchant.id, search })).data.freezes.map(({ id }) => id)
    expect(await found(merchant.business_name)).toEqual([ofMerchant, ofWallet])
    expect(await found(account.account_number.slice(0, 8))).toEqual([ofWallet])
    expect(await found('zobo chargebacks')).toEqual([ofMerchant])
    expect(await found('nobody at all')).toEqual([])
  })

  it('rejects a scope that does not apply to its kind, and an account that cannot be frozen', async () => {
    const merchant = await aFundedMerchant(app.db, 1_000_000n)
    const wallet = await aWallet(app.db, merchant)
    await aWalletAccount(app.db, wallet)
    expect(await freezeOne(wallet.id, ['SETTLEMENTS'])).toMatchObject({
      status: 422,
      message: /has nothing that this scope stops/,
    })
    const own = await ownAccount(app.db, merchant.id)
    expect(await freezeOne(own.id)).toMatchObject({ status: 404 })
    expect(await freezeOne('nobody')).toMatchObject({ status: 404 })
    expect(await liftOne(wallet.id)).toMatchObject({ status: 409 })
  })
})

it('counts what a freeze affects, and lists what still moves', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  await aPayout(app.db, app.services.jobs, { merchant, amountKobo: 10_050n, afterSeconds: 3600 })
  const sent = await aPayout(app.db, app.services.jobs, { merchant, amountKobo: 20_000n, accountNumber: '0123456801' })
  await eventually(async () => (await readPayout(sent)).status === 'PENDING')
  await aScheduledPayout(app.db, merchant, { due_at: '2030-01-01T00:00:00Z' })
  const { data } = await ada.call(freezes.impact, { merchantId: merchant.id })
  expect(data).toMatchObject({
    name: merchant.business_name,
    kind: 'MERCHANT',
    email: merchant.email,
    hasWebhook: false,
    balance: 100_000,
    accounts: 1,
    waiting: { count: 1, amount: 100.5 },
    sent: { count: 1, amount: 200 },
    scheduled: { count: 1, amount: 2500 },
    recurring: { count: 0, amount: 0 },
    batches: 0,
    cards: 0,
  })
  const moves = async () => (await ada.call(freezes.moving, { merchantId: merchant.id })).data
  expect(await moves()).toMatchObject({ totalRecords: 1, waiting: { count: 0, amount: 0 } })
  await freeze(merchant, ['MONEY_OUT'])
  const moving = await moves()
  expect(moving).toMatchObject({ totalRecords: 1, amount: 200, waiting: { count: 1, amount: 100.5 } })
  expect(moving.payments).toMatchObject([{ id: sent, status: 'PENDING', amount: 200, sentAt: expect.any(String) }])
})

it('counts the collections that a settlement has not included yet', async () => {
  const merchant = await aFundedMerchant(app.db, 10_000_000n)
  const { account_number } = await ownAccount(app.db, merchant.id)
  const unsettled = async () => (await ada.call(freezes.impact, { merchantId: merchant.id })).data.unsettled
  expect(await unsettled()).toEqual({ count: 0, amount: 0 })
  const { settle } = collectorsOf(
    app.db,
    () => app.services.jobs,
    () => app.clock.now(),
  )
  await settle(merchant)
  app.clock.advance(1000)
  await payInto(account_number)
  expect(await unsettled()).toMatchObject({ count: 1 })
  await settle(merchant)
  expect(await unsettled()).toEqual({ count: 0, amount: 0 })
})

it('shows frozen merchants in lists and search results', async () => {
  const merchant = await aFundedMerchant(app.db, 1_000_000n)
  await freeze(merchant)
  const { data: list } = await ada.call(contract.merchants.list, { search: merchant.business_name })
  expect(list.merchants.find(({ id }) => id === merchant.id)?.isFrozen).toBe(true)
  const { data: page } = await ada.call(contract.merchants.info, { merchantId: merchant.id })
  expect(page.merchant.isFrozen).toBe(true)
  const { data: found } = await ada.call(contract.search.everything, { text: merchant.id })
  expect(JSON.stringify(found)).toContain('"isFrozen":true')
})

it('passes the ledger check after all tests of freezes', async () => {
  expect(await verifyLedger(app.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
