import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { balances } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { makeSeal } from '../../seal.ts'
import { aChild, aChildPayout, type Child, paidOnChild } from '../../testing/child-accounts.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aWallet, aWalletAccount, idAt, ownRates } from '../../testing/factories.ts'
import { aFundedMerchant, ownAccount, withEndpoint } from '../../testing/payouts.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { failPayments } from '../outbound/fail-payments.ts'
import { applyResponses } from '../outbound/apply-responses.ts'
import { holdFunds } from '../outbound/hold-funds.ts'
import { completePayments } from '../outbound/complete-payments.ts'
import { legOf } from '../legs.ts'
import { lockTransaction } from '../transaction-row.ts'
import { setChildStatus } from './set-child-status.ts'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
  merchant = await aFundedMerchant(database.db, 50_000_000n)
  await withEndpoint(database.db, makeSeal('a secret of this test'), merchant.id, 'simulator:/hooks/children')
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

const jobs = () => still.engine().jobs
const collect = (child: Child, amountKobo: bigint, sessionId?: string) =>
  paidOnChild(database.db, jobs(), child, { amountKobo, ...(sessionId !== undefined && { sessionId }) })
const order = (child: Child, amountKobo: bigint, accountNumber?: string) =>
  aChildPayout(database.db, jobs(), child, { amountKobo, ...(accountNumber !== undefined && { accountNumber }) })

/** A child account that holds 20,000 naira. */
async function aFundedChild(): Promise<Child> {
  const child = await aChild(database.db, { merchant })
  // 20,000 naira remain after the fee of 100.54 and its VAT.
  await collect(child, 2_010_808n)
  expect(await accountOf(child)).toMatchObject({ booked_kobo: 2_000_000n, available_kobo: 2_000_000n })
  return child
}

function accountOf({ id }: Child) {
  return database.db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** A payment and its linked charge. */
async function paymentAndCharge(id: string) {
  const payment = await database.db.selectFrom('transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const charge = await database.db
    .selectFrom('transaction')
    .selectAll()
    .where('reference', '=', `${payment.reference}/FEE`)
    .executeTakeFirstOrThrow()
  return { payment, charge }
}

async function statuses(id: string) {
  const { payment, charge } = await paymentAndCharge(id)
  return [payment.status, charge.status]
}

async function heldFor(id: string) {
  const held = database.db.selectFrom('hold').select(['amount_kobo', 'status']).where('transaction_id', '=', id)
  return await held.execute()
}

async function reserve(id: string) {
  const name = { accountName: 'OKAFOR CHIDI', namedAt: still.clock().toISOString() }
  const request = { transactionId: id, sessionId: newSessionId(still.clock()), route: 'NIP' as const, name }
  return await transact(database.db, (t) => holdFunds(t, still.engine(), [request], still.clock()))
}

async function setStatus({ id }: Child, status: 'ACTIVE' | 'INACTIVE') {
  await transact(database.db, (t) => setChildStatus(t, { accountId: id, status, at: still.clock() }))
}

async function decide(id: string, as: 'failed' | 'successful') {
  await transact(database.db, async (db) => {
    const row = await lockTransaction(db, id)
    const leg = row && legOf(row)
    if (!row || !leg) throw new Error('The payout is gone')
    const common = { leg, row, sentence: `Ada marked it as ${as}`, at: still.clock() }
    if (as === 'failed') await failPayments(db, still.engine(), [{ ...common, code: null, isUnconfirmed: true }])
    else await completePayments(db, still.engine(), [{ ...common, exchange: null }])
    const audit = { id: idAt(common.at), at: common.at.toISOString(), merchant_id: row.merchant_id }
    const action = as === 'failed' ? 'payout.failed' : 'payout.success'
    const auditFields = { action, record_type: 'transaction', record_id: id, before: '{}' }
    const after = JSON.stringify({ status: as === 'failed' ? 'FAILED' : 'SUCCESS' })
    await db
      .insertInto('audit')
      .values({ ...audit, ...auditFields, after })
      .execute()
  })
}

async function webhookOf(id: string): Promise<{ data: { charges: number; amount: number; status: string } }> {
  const { body } = await database.db
    .selectFrom('webhook_event')
    .select('body')
    .where('transaction_id', '=', id)
    .executeTakeFirstOrThrow()
  return JSON.parse(body)
}

describe('collections on child accounts', () => {
  it('SUBACC-05 credits the full collection and records fee and VAT as a linked charge of the same transfer', async () => {
    const child = await aChild(database.db, { merchant })
    const [fees, vat] = [providerAccount('PRODUCTION', 'FEE_INCOME'), providerAccount('PRODUCTION', 'VAT_PAYABLE')]
    const before = await balances(database.db, [fees, vat])
    const id = await collect(child, 100_000n)
    const { payment, charge } = await paymentAndCharge(id)
    expect(payment).toMatchObject({
      scope: 'CHILD',
      account_id: child.id,
      wallet_id: null,
      type: 'CREDIT',
      category: 'BANK_FUNDING',
      status: 'SUCCESS',
      amount_kobo: 100_000n,
      fee_kobo: 0n,
      vat_kobo: 0n,
      beneficiary_number: child.number,
    })
    expect(charge).toMatchObject({
      scope: 'CHILD',
      account_id: child.id,
      type: 'DEBIT',
      category: 'CREDIT_CHILD_ACCOUNT_CHARGES',
      status: 'SUCCESS',
      amount_kobo: 500n,
      vat_kobo: 38n,
      session_id: payment.session_id,
      paid_at: payment.paid_at,
      originator_number: child.number,
    })
    expect(await accountOf(child)).toMatchObject({ booked_kobo: 99_462n, available_kobo: 99_462n })
    const entries = await database.db
      .selectFrom('entry')
      .select(['transfer_id', 'amount_kobo', 'transaction_id'])
      .where('account_id', '=', child.id)
      .orderBy('position')
      .execute()
    expect(entries.map(({ amount_kobo, transaction_id }) => [amount_kobo, transaction_id])).toEqual([
      [100_000n, payment.id],
      [-538n, charge.id],
    ])
    expect(new Set(entries.map(({ transfer_id }) => transfer_id)).size).toBe(1)
    const after = await balances(database.db, [fees, vat])
    const gained = [fees, vat].map((one) => (after.get(one)?.bookedKobo ?? 0n) - (before.get(one)?.bookedKobo ?? 0n))
    expect(gained).toEqual([500n, 38n])
    expect((await webhookOf(id)).data).toMatchObject({ amount: 1000, charges: 5.38 })
  })

  it('credits and charges a collection once under concurrent and later duplicate calls', async () => {
    const child = await aChild(database.db, { merchant })
    const sessionId = newSessionId(still.clock())
    const at = still.clock()
    const receive = () => paidOnChild(database.db, jobs(), child, { amountKobo: 100_000n, sessionId, at })
    const ids = await Promise.all(Array.from({ length: 5 }, receive))
    ids.push(await receive())
    expect(new Set(ids).size).toBe(1)
    expect(await accountOf(child)).toMatchObject({ booked_kobo: 99_462n })
  })

  it('never charges more than the collected amount', async () => {
    const small = await aFundedMerchant(database.db, 1_000_000n)
    const child = await aChild(database.db, { merchant: small })
    const inflows = { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 5000 }
    await ownRates(database.db, small.id, 'staticAccounts', { accountCreationKobo: 0, maintenanceKobo: 0, inflows })
    const id = await collect(child, 1000n)
    const { charge } = await paymentAndCharge(id)
    expect([charge.amount_kobo, charge.vat_kobo]).toEqual([925n, 69n])
    expect(await accountOf(child)).toMatchObject({ booked_kobo: 6n, available_kobo: 6n })
  })

  it('credits an inactive child account of a wallet without changing the wallet itself', async () => {
    const wallet = await aWallet(database.db, merchant)
    const own = await aWalletAccount(database.db, wallet)
    const child = await aChild(database.db, { merchant, walletId: wallet.id })
    await setStatus(child, 'INACTIVE')
    await collect(child, 100_000n)
    expect(await accountOf(child)).toMatchObject({ booked_kobo: 99_462n })
    const { booked_kobo } = await accountOf({ ...child, id: own.id })
    expect(booked_kobo).toBe(0n)
    const walletTransactions = database.db.selectFrom('transaction').select('id').where('wallet_id', '=', wallet.id)
    expect(await walletTransactions.execute()).toEqual([])
  })
})

describe('payouts from child accounts', () => {
  it('places one hold for payout and linked charge and completes both together', async () => {
    const child = await aFundedChild()
    const id = await order(child, 1_000_000n)
    expect(await paymentAndCharge(id)).toMatchObject({
      // Stamp duty stays on the payout; the merchant's fee and its VAT are the linked charge.
      payment: { scope: 'CHILD', status: 'QUEUED', fee_kobo: 0n, vat_kobo: 0n, stamp_duty_kobo: 5000n },
      charge: { category: 'DEBIT_CHILD_ACCOUNT_CHARGES', status: 'QUEUED', amount_kobo: 1000n, vat_kobo: 75n },
    })
    await still.work(id)
    const { payment, charge } = await paymentAndCharge(id)
    expect([payment.status, charge.status]).toEqual(['SUCCESS', 'SUCCESS'])
    expect(charge.session_id).toBe(payment.session_id)
    expect(charge.paid_at).toBe(payment.paid_at)
    expect(await heldFor(id)).toEqual([{ amount_kobo: 1_006_075n, status: 'POSTED' }])
    const left = 2_000_000n - 1_006_075n
    expect(await accountOf(child)).toMatchObject({ booked_kobo: left, available_kobo: left })
    expect((await webhookOf(id)).data).toMatchObject({ status: 'SUCCESS', amount: 10_000, charges: 60.75 })
    const steps = await database.db
      .selectFrom('activity')
      .select(['category', 'description'])
      .where('transaction_id', '=', id)
      .where('category', 'in', ['FUND_PENDING', 'COMMISSION_CHARGE_ON_PROVIDER'])
      .orderBy('created_at')
      .execute()
    expect(steps.map(({ description }) => description)).toEqual([
      '₦10,060.75 placed on hold',
      '₦60.75 charged, of which ₦10.00 commission',
    ])
  })

  it('releases the whole hold and fails the linked charge when the switch rejects a payout', async () => {
    const child = await aFundedChild()
    const id = await order(child, 400_000n, '0123456961')
    await still.work(id)
    expect(await statuses(id)).toEqual(['FAILED', 'FAILED'])
    expect(await heldFor(id)).toEqual([{ amount_kobo: 401_075n, status: 'VOIDED' }])
    expect(await accountOf(child)).toMatchObject({ booked_kobo: 2_000_000n, available_kobo: 2_000_000n })
  })

  it('fails a payout without a hold when funds do not cover its linked charge', async () => {
    const child = await aFundedChild()
    const id = await order(child, 1_994_000n)
    expect(await reserve(id)).toEqual([null])
    expect(await paymentAndCharge(id)).toMatchObject({
      payment: { status: 'FAILED', response_code: '51' },
      charge: { status: 'FAILED' },
    })
    expect(await heldFor(id)).toEqual([])
  })

  it('compensates a payout approved after an operator failed it and keeps its charge failed', async () => {
    const child = await aFundedChild()
    const id = await order(child, 400_000n, '0123456909')
    await still.work(id)
    expect(await statuses(id)).toEqual(['PENDING', 'PENDING'])
    await decide(id, 'failed')
    expect(await statuses(id)).toEqual(['FAILED', 'FAILED'])
    await still.book(id, '00')
    await still.runStatusQueries(id, 1)
    expect(await statuses(id)).toEqual(['FAILED', 'FAILED'])
    const posted = database.db.selectFrom('transfer').select('kind').where('transaction_id', '=', id).orderBy('kind')
    expect(await posted.execute()).toEqual([{ kind: 'COMPENSATION' }, { kind: 'PROVIDER_COST' }])
    expect(await accountOf(child)).toMatchObject({ available_kobo: 2_000_000n })
  })

  it('completes the linked charge when an operator marks a payout as successful', async () => {
    const child = await aFundedChild()
    const id = await order(child, 400_000n, '0123456909')
    await still.work(id)
    await decide(id, 'successful')
    expect(await statuses(id)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await accountOf(child)).toMatchObject({ available_kobo: 2_000_000n - 401_075n })
  })

  it('records no linked charge when the merchant pays none', async () => {
    const free = await aFundedMerchant(database.db, 1_000_000n)
    await ownRates(database.db, free.id, 'childAccount', { transferChargeKobo: 0 })
    const child = await aChild(database.db, { merchant: free })
    await collect(child, 500_000n)
    const id = await order(child, 100_000n)
    await still.work(id)
    expect(await heldFor(id)).toEqual([{ amount_kobo: 100_000n, status: 'POSTED' }])
  })

  it('completes four of ten concurrent payouts when funds cover four', async () => {
    const child = await aFundedChild()
    const ids = await Promise.all(Array.from({ length: 10 }, () => order(child, 490_000n)))
    await Promise.all(ids.map((id) => still.work(id)))
    const ended = await Promise.all(ids.map((id) => statuses(id)))
    expect(ended.filter(([payment]) => payment === 'SUCCESS')).toHaveLength(4)
    for (const [payment, charge] of ended) expect(charge).toBe(payment)
    expect(await accountOf(child)).toMatchObject({ available_kobo: 2_000_000n - 4n * 491_075n })
  })

  it('holds and posts a payout once when several workers process it', async () => {
    const child = await aFundedChild()
    const id = await order(child, 400_000n)
    await Promise.all([still.work(id), still.work(id), still.work(id)])
    expect(await statuses(id)).toEqual(['SUCCESS', 'SUCCESS'])
    expect(await heldFor(id)).toHaveLength(1)
  })
})

describe('inactive child accounts', () => {
  it('rejects new payouts while a child account is inactive', async () => {
    const child = await aFundedChild()
    await setStatus(child, 'INACTIVE')
    await expect(order(child, 100_000n)).rejects.toMatchObject({
      code: 'account_inactive',
      message: `Account ${child.number} is inactive and cannot be debited`,
    })
    await setStatus(child, 'ACTIVE')
    await order(child, 100_000n)
  })

  it('fails a payout with the reason when the account becomes inactive before its hold', async () => {
    const child = await aFundedChild()
    const id = await order(child, 100_000n)
    await setStatus(child, 'INACTIVE')
    await still.work(id)
    expect(await paymentAndCharge(id)).toMatchObject({
      payment: { status: 'FAILED', response_code: '57' },
      charge: { status: 'FAILED' },
    })
    const { description } = await database.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_FAILED')
      .executeTakeFirstOrThrow()
    expect(description).toBe(`Account ${child.number} is inactive and cannot be debited`)
  })

  it('completes a payout whose hold was placed before the account became inactive', async () => {
    const child = await aFundedChild()
    const id = await order(child, 100_000n)
    await reserve(id)
    await setStatus(child, 'INACTIVE')
    const exchange = { code: '00', request: {}, response: {}, problem: null, feeKobo: 0n }
    await transact(database.db, (t) =>
      applyResponses(t, still.engine(), [{ transactionId: id, exchange, to: 'sending' }], still.clock()),
    )
    expect(await statuses(id)).toEqual(['SUCCESS', 'SUCCESS'])
  })

  it('leaves the merchant’s own account available', async () => {
    const { available_kobo } = await ownAccount(database.db, merchant.id)
    expect(available_kobo).toBe(50_000_000n)
  })
})

describe('child accounts of customers', () => {
  it.each([
    ['is disabled', { status: 'INACTIVE' }, 'belongs to a wallet that is disabled'],
    [
      'has no papers',
      { bvn: null, sealed_bvn: null, nin: null, sealed_nin: null },
      'cannot be debited: tier 1 requires a BVN or a NIN',
    ],
  ])('fails payouts but credits collections while its wallet %s', async (_, state, reason) => {
    const wallet = await aWallet(database.db, merchant, { bvn: '22012345678' })
    await aWalletAccount(database.db, wallet)
    const child = await aChild(database.db, { merchant, walletId: wallet.id })
    await collect(child, 2_010_808n)
    const id = await order(child, 500_000n)
    await database.db.updateTable('wallet').set(state).where('id', '=', wallet.id).execute()
    expect(await reserve(id)).toEqual([null])
    expect(await statuses(id)).toEqual(['FAILED', 'FAILED'])
    expect(await heldFor(id)).toEqual([])
    const events = await database.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', id)
      .execute()
    expect(events.map(({ description }) => description).join('\n')).toContain(reason)
    await collect(child, 100_000n)
    const back = { status: 'ACTIVE', bvn: wallet.bvn, sealed_bvn: wallet.sealed_bvn }
    await database.db.updateTable('wallet').set(back).where('id', '=', wallet.id).execute()
    expect(await reserve(await order(child, 500_000n))).not.toEqual([null])
  })
})

it('passes the ledger check after all child account tests', async () => {
  expect(await verifyLedger(database.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
