import { execFile } from 'node:child_process'
import { lagosDay } from '@kobo/contract/kit/day'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../db/database.ts'
import { fillReferenceKeys } from '../demo/history/history.ts'
import { payPayables } from '../engine/payables.ts'
import { countPaymentLink } from '../engine/collections/checkout-status.ts'
import { markCheckoutPaid } from '../engine/collections/checkout-status.ts'
import { recordCheckout } from '../engine/checkouts/open-checkout.ts'
import { recordPaymentLink } from '../engine/checkouts/open-payment-link.ts'
import { closeVirtualAccount } from '../engine/collections/close-virtual-account.ts'
import {
  countVirtualAccount,
  type ExpectedPayment,
  openVirtualAccount,
} from '../engine/collections/open-virtual-account.ts'
import { definiteRefusals } from '../rails/response-codes.ts'
import { serverRoot } from '../server-folder.ts'
import {
  auditRow,
  charge,
  collect,
  compensate,
  incomeKobo,
  line,
  move,
  own,
  payOut,
  postLines,
  record,
} from '../testing/ledger-fixtures.ts'
import { bill } from '../testing/bill-bookkeeping.ts'
import { aCheckout, acquirerPays, paidByCard } from '../testing/card-payments.ts'
import { bundled } from '../testing/bundled.ts'
import { type Spent, spend } from '../testing/card-bookkeeping.ts'
import { collectOnChild, payOutOfChild } from '../testing/child-bookkeeping.ts'
import { anAccountOf, type CustomerAccount, someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { dispute, someStaff } from '../testing/dispute-bookkeeping.ts'
import { idAt, ownRates } from '../testing/factories.ts'
import { aCardBatch } from '../testing/issued-cards.ts'
import { refund, sender } from '../testing/refund-bookkeeping.ts'
import { anUnpaidSettlement } from '../testing/settlement-bookkeeping.ts'
import { aSharedInlet, share } from '../testing/split-bookkeeping.ts'
import { uuidv7 } from '../uuid.ts'
import { batchChecks } from './checks/batch-checks.ts'
import { referenceChecks } from './checks/reference-checks.ts'
import { countKycStep, countMerchants } from './counters/merchants-by-kyc.ts'
import { foldDeltas } from './fold.ts'
import { holdForDispute } from './dispute-holds.ts'
import { hold, post, voidHold } from './ledger.ts'
import { providerAccount } from './provider-accounts.ts'
import { transitionTransaction } from './transactions.ts'
import { bookChecks, findViolations, type Findings, verifyLedger } from './verify.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const at = '2026-03-04T10:00:00.000Z'
const openedAt = new Date('2026-03-04T09:00:00Z')
const [shop, customer] = await someAccounts(db, 'PRODUCTION')
const [friend] = await someAccounts(db, 'PRODUCTION')
const [seller] = await someAccounts(db, 'PRODUCTION')
const [test] = await someAccounts(db, 'SANDBOX')
const child = await anAccountOf(db, shop, 'CHILD')
const customersChild = await anAccountOf(db, customer, 'CHILD')
const partner = await anAccountOf(db, shop, 'SUBACCOUNT')
const stranger = await anAccountOf(db, friend, 'SUBACCOUNT')
const store = await anAccountOf(db, shop, 'STORE')
const terminal = await anAccountOf(db, shop, 'TERMINAL')
const [spender] = await someAccounts(db, 'PRODUCTION')
const otherStore = await anAccountOf(db, friend, 'STORE')
const by = { staffId: await db.transaction().execute(someStaff) }

// Every kind of record that a healthy ledger holds.
await db.transaction().execute(async (t) => {
  await payOut(t, shop, 'QUEUED')
  await payOut(t, shop, 'PENDING')
  await payOut(t, test, 'FAILED')
  await move(t, shop, customer)
  await charge(t, shop)
  await upgrade(t, '2026-02-01T10:00:00Z')
})
await foldDeltas(db)
await db.transaction().execute(async (t) => {
  await payOut(t, customer, 'SUCCESS')
  await compensate(t, shop, await payOut(t, shop, 'FAILED'))
  const marked = await payOut(t, shop, 'SUCCESS', { response_code: null })
  await auditRow(t, 'payout.requery', ['transaction', marked], { status: 'PENDING' }, { status: 'PENDING' })
  await auditRow(t, 'payout.success', ['transaction', marked], { status: 'SUCCESS' }, { status: 'PENDING' })
  await decideKyc(t, shop.merchantId)
  await auditRow(t, 'merchant.approve', ['merchant', shop.merchantId], { verified: 'ACCEPTED' })
  await decideKyc(t, friend.merchantId, '2026-02-01T10:00:00Z')
  await auditRow(t, 'merchant-upgrade.approve', ['merchant_upgrade', await upgrade(t)], { status: 'APPROVED' })
  await auditRow(t, 'wallet-upgrade.approve', ['wallet_upgrade', await tierUpgrade(t)], { status: 'COMPLETED' })
  await tierUpgrade(t, '2026-02-01T10:00:00Z')
  await ownCharges(t, 'transfers')
  await auditRow(t, 'charges.update', ['merchant', shop.merchantId], { transfers: {} })
  await webhook(t, 'DELIVERED', 200)
  await webhook(t, 'PENDING', 502)
  for (const status of ['QUEUED', 'PENDING', 'FAILED'] as const) await payOutOfChild(t, child, status)
  await payOutOfChild(t, customersChild, 'SUCCESS')
  await share(t, shop, partner)
  await anUnpaidSettlement(t, shop)
  await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
  await move(t, shop, store, ['MERCHANT_DEBIT', 'TRANSFER_FROM_MERCHANT'])
  await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
  await sendBack(t)
  await aMonth(t)
  await record(t, child, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED', payment_method: 'CARD' })
  await dispute(t, shop, [], by)
  await dispute(t, shop, ['IN_PROGRESS', 'AWAITING_FEEDBACK'], by)
  await dispute(t, customer, ['IN_PROGRESS', 'RESOLVED'], by)
  await dispute(t, shop, ['IN_PROGRESS', 'CLOSED'], by)
  const paid = await payOut(t, shop, 'SUCCESS', sender)
  await dispute(t, shop, ['IN_PROGRESS', 'RESOLVED'], { ...by, of: paid, type: 'DEBIT' })
  await decidedAlone(t, { hoursAgo: 80 })
  for (const code of ['00', ...definiteRefusals]) {
    await heard(t, await decidedAlone(t, { hoursAgo: 2 }), code)
  }
  await paidOn(t, await anInlet(t, shop))
  await paidOn(t, await anInlet(t, customer, null))
  const declined = await anInlet(t, shop)
  await record(t, shop, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED', ...into(declined) })
  await paidByCard(t, seller, new Date(at))
  await acquirerPays(t, [await paidByCard(t, seller, new Date(at))], new Date(at))
  for (const status of ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const) await refund(t, shop, status)
  await refund(t, customer, 'SUCCESS')
  const returned = await refund(t, shop, 'FAILED', { amountKobo: incomeKobo })
  await refund(t, shop, 'SUCCESS', { of: returned.collectionId, amountKobo: incomeKobo })
  await refund(t, seller, 'SUCCESS', { of: (await aPaidCard(t)).id })
  await decideKyc(t, spender.merchantId)
  await auditRow(t, 'merchant.approve', ['merchant', spender.merchantId], { verified: 'ACCEPTED' })
  await t.updateTable('merchant').set({ status: 'ACTIVE' }).where('id', '=', spender.merchantId).execute()
  const ways = ['AUTHORISED', 'DECLINED', 'EXPIRED', 'REVERSED', 'CLEARED', 'COVERED', 'LATE', 'RETURNED'] as const
  for (const way of ways) await spend(t, spender, way)
  await payPayables(t, 'SCHEME_FLOAT', { mode: 'PRODUCTION', day: '2026-03-05', at: new Date(at) })
  for (const status of ['QUEUED', 'PENDING', 'SUCCESS', 'FAILED'] as const) await bill(t, shop, status)
  await payPayables(t, 'BILLER_FLOAT', { mode: 'PRODUCTION', day: '2026-03-04', at: new Date(at) })
  await bill(t, customer, 'SUCCESS')
  await paidFor(t, await asked(t, await anInlet(t, shop)))
  await asked(t, await anInlet(t, shop))
  await asked(t, await anInlet(t, test))
  const takenBack = await asked(t, await anInlet(t, shop))
  await close(t, takenBack)
})

/** Returns money of a store to its merchant. */
async function sendBack(t: Transaction): Promise<string> {
  const reference = `KBO-${uuidv7().toUpperCase()}`
  const fields = { status: 'SUCCESS', amount_kobo: 450n, reference }
  const { id } = await record(t, store, { ...fields, category: 'TRANSFER_FROM_STORE' })
  const other = await record(t, shop, { ...fields, category: 'MERCHANT_CREDIT', type: 'CREDIT' })
  await postLines(t, store, 'MOVE', id, [line(store, -450n, id), line(shop, 450n, other.id)])
  return id
}

/** Charges a store for a terminal for the month in which it was opened. */
async function aMonth(t: Transaction, more: Parameters<typeof record>[2] = {}): Promise<string> {
  const { number, opened } = await t
    .selectFrom('account')
    .select(['account_number as number', 'created_at as opened'])
    .where('id', '=', terminal.id)
    .executeTakeFirstOrThrow()
  const reference = `TERMINAL/${lagosDay(new Date(opened)).slice(0, 7)}/${number}`
  const fields = { category: 'DEBIT_STORE', status: 'SUCCESS', amount_kobo: 100n, vat_kobo: 8n, reference }
  const { id } = await record(t, store, { ...fields, created_at: opened, terminal_id: terminal.id, ...more })
  const ours = [own(store, 'FEE_INCOME', 100n), own(store, 'VAT_PAYABLE', 8n)]
  await postLines(t, store, 'CHARGE', id, [line(store, -108n, id), ...ours])
  return id
}

/** Recorded profit that no longer matches the income. */
const untold = { 'profit-mismatch': 1, 'profit-out-of-balance': 1 }
const miscounted = { 'day-count-mismatch': 4, 'month-count-mismatch': 8 }
const miscountedProfit = { ...miscounted, 'merchant-day-count-mismatch': 1 }

type Fault = [what: string, found: Record<string, number>, plant: (t: Transaction) => Promise<unknown>]
const faults: Fault[] = [
  [
    'a success that moved no money',
    { 'success-without-entries': 1 },
    (t) => record(t, shop, { status: 'SUCCESS', response_code: '00' }),
  ],
  [
    'a success whose posting is gone',
    {
      'success-without-entries': 1,
      'booked-balance-mismatch': 1,
      'provider-balance-mismatch': 3,
      'account-day-mismatch': 4,
      ...untold,
    },
    async (t) => {
      const id = await payOut(t, shop, 'SUCCESS')
      const entries = sql`delete from entry using transfer where transfer.id = transfer_id and transfer.transaction_id = ${id}`
      await entries.execute(t)
      await sql`delete from transfer where transaction_id = ${id}`.execute(t)
    },
  ],
  [
    'money that moved for a transaction that is gone',
    { 'orphaned-entries': 1, 'orphaned-transfer': 1, ...miscounted },
    async (t) => sql`delete from transaction where id = ${await collect(t, shop)}`.execute(t),
  ],
  [
    'a transfer for a transaction that is gone',
    { 'orphaned-transfer': 1 },
    (t) => postLines(t, shop, 'PROVIDER_COST', uuidv7(), [own(shop, 'PROVIDER_COST', -5n), own(shop, 'FLOAT_NIP', 5n)]),
  ],
  [
    'a payout that was posted twice',
    { 'duplicate-posting': 1, 'transaction-amount-mismatch': 1 },
    async (t) => {
      const id = await payOut(t, shop, 'SUCCESS')
      await sql`drop index transfer_once_per_transaction`.execute(t)
      await postLines(t, shop, 'PAYOUT', id, [line(shop, -2000n, id), own(shop, 'FLOAT_NIP', 2000n)])
    },
  ],
  [
    'a collection that booked a kobo too much',
    { 'transaction-amount-mismatch': 1 },
    async (t) => {
      const { id } = await record(t, shop, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'SUCCESS' })
      await postLines(t, shop, 'COLLECTION', id, [line(shop, 250_001n, id), own(shop, 'FLOAT_NIP', -250_001n)])
    },
  ],
  [
    'a collection into the account of somebody else',
    { 'transaction-account-mismatch': 1 },
    async (t) => {
      const { id } = await record(t, shop, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'SUCCESS' })
      await postLines(t, shop, 'COLLECTION', id, [line(customer, 250_000n, id), own(shop, 'FLOAT_NIP', -250_000n)])
    },
  ],
  [
    'a payout that failed although its money left',
    { 'entries-without-success': 1, 'hold-posted-without-success': 1, ...miscounted },
    async (t) =>
      sql`update transaction set status = 'FAILED' where id = ${await payOut(t, shop, 'SUCCESS')}`.execute(t),
  ],
  [
    'money moved inside that only the payer shows',
    {
      'one-sided-book-transfer': 1,
      'orphaned-entries': 1,
      ...miscounted,
    },
    async (t) =>
      sql`delete from transaction where reference = ${await move(t, shop, customer)} and type = 'CREDIT'`.execute(t),
  ],
  [
    'two payouts that were sent with one session ID',
    { 'duplicate-session-id': 1 },
    async (t) => {
      await payOut(t, shop, 'SUCCESS', { session_id: '000023260304110000000000000001' })
      await payOut(t, customer, 'PENDING', { session_id: '000023260304110000000000000001' })
    },
  ],
  [
    'a transfer that lost its entries',
    {
      'transfer-without-entries': 1,
      'booked-balance-mismatch': 1,
      'provider-balance-mismatch': 1,
      'account-day-mismatch': 2,
      ...untold,
    },
    async (t) => sql`delete from entry where transfer_id = ${await charge(t, shop)}`.execute(t),
  ],
  [
    'entries that lost their transfer',
    { 'entries-without-transfer': 1, 'profit-mismatch': 1 },
    async (t) => sql`delete from transfer where id = ${await charge(t, shop)}`.execute(t),
  ],
  [
    'an entry on an account that does not exist',
    { 'entry-without-account': 1, 'booked-balance-mismatch': 1, 'account-day-mismatch': 2 },
    async (t) => changeEntry(t, await charge(t, shop), sql`account_id = ${uuidv7()}`),
  ],
  [
    'a payout that its payer cannot see',
    { 'success-without-entries': 1, 'entry-without-transaction': 1 },
    async (t) =>
      sql`update entry set transaction_id = null where transaction_id = ${await payOut(t, shop, 'SUCCESS')}`.execute(t),
  ],
  [
    'a collection posted as a payout',
    { 'transfer-kind-mismatch': 1 },
    async (t) => sql`update transfer set kind = 'PAYOUT' where transaction_id = ${await collect(t, shop)}`.execute(t),
  ],
  [
    'a compensation of a payout that did not fail',
    { 'transfer-kind-mismatch': 1 },
    async (t) => compensate(t, shop, await payOut(t, shop, 'SUCCESS')),
  ],
  [
    'entries that do not sum to zero',
    { 'unbalanced-transfer': 1, 'booked-balance-mismatch': 1, 'account-day-mismatch': 1 },
    async (t) => changeEntry(t, await charge(t, shop), sql`amount_kobo = amount_kobo - 1`),
  ],
  [
    'a transfer between the modes',
    { 'cross-mode-transfer': 1, 'booked-balance-mismatch': 2, 'account-day-mismatch': 2 },
    async (t) => changeEntry(t, await charge(t, shop), sql`account_id = ${test.id}`),
  ],
  [
    'money moved between the modes',
    { 'cross-mode-transfer': 1, 'mode-out-of-balance': 2, 'profit-out-of-balance': 2 },
    async (t) => {
      const id = await charge(t, shop)
      const elsewhere = providerAccount('SANDBOX', 'FEE_INCOME')
      await sql`update entry set account_id = ${elsewhere} where transfer_id = ${id} and position = 1`.execute(t)
      await sql`update balance_delta set account_id = ${elsewhere} where amount_kobo = 500`.execute(t)
    },
  ],
  [
    'a hold that was left behind by a payout that failed',
    { 'orphaned-hold': 1 },
    async (t) =>
      sql`update transaction set status = 'FAILED', response_code = '51' where id = ${await payOut(t, shop, 'PENDING')}`.execute(
        t,
      ),
  ],
  [
    'a hold for a payout that is gone',
    { 'orphaned-hold': 1 },
    async (t) => {
      await collect(t, shop)
      const { id, merchantId } = shop
      await hold(t, { accountId: id, merchantId, transactionId: uuidv7(), amountKobo: 5n, at: new Date(at) })
    },
  ],
  [
    'a hold that was given back though the money left',
    { 'hold-released-without-failure': 1 },
    async (t) => changeHold(t, await payOut(t, shop, 'SUCCESS'), sql`status = 'VOIDED'`),
  ],
  [
    'a hold of another amount than its payout costs',
    { 'hold-amount-mismatch': 1, 'available-balance-mismatch': 1 },
    async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`amount_kobo = amount_kobo + 1`),
  ],
  [
    'a hold on the account of somebody else',
    { 'hold-account-mismatch': 1, 'available-balance-mismatch': 2 },
    async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`account_id = ${customer.id}`),
  ],
  [
    'a payout under way that holds nothing',
    { 'pending-without-hold': 1, 'available-balance-mismatch': 1 },
    async (t) => sql`delete from hold where transaction_id = ${await payOut(t, shop, 'PENDING')}`.execute(t),
  ],
  [
    'a booked balance that is a kobo off',
    { 'booked-balance-mismatch': 1, 'available-balance-mismatch': 1, 'mode-out-of-balance': 1 },
    (t) => sql`update account set booked_kobo = booked_kobo + 1 where id = ${shop.id}`.execute(t),
  ],
  [
    'an available balance that is a kobo off',
    { 'available-balance-mismatch': 1 },
    (t) => sql`update account set available_kobo = available_kobo - 1 where id = ${shop.id}`.execute(t),
  ],
  [
    'an account below zero',
    { 'negative-balance': 1, ...untold },
    async (t) => {
      await postLines(t, friend, 'CHARGE', null, [line(friend, 500n), own(friend, 'FEE_INCOME', -500n)])
      const id = await postLines(t, friend, 'CHARGE', null, [line(friend, -500n), own(friend, 'FEE_INCOME', 500n)])
      await sql`update entry set amount_kobo = amount_kobo * 2 where transfer_id = ${id}`.execute(t)
      const income = providerAccount('PRODUCTION', 'FEE_INCOME')
      await sql`update balance_delta set amount_kobo = amount_kobo * 2
        where amount_kobo = 500 and account_id = ${income} or amount_kobo = -500 and account_id = ${friend.id}`.execute(
        t,
      )
      await sql`update account set booked_kobo = -500, available_kobo = -500 where id = ${friend.id}`.execute(t)
    },
  ],
  [
    "a balance of the provider's that is a kobo off",
    { 'provider-balance-mismatch': 1, 'mode-out-of-balance': 1 },
    (t) =>
      sql`update provider_account set balance_kobo = balance_kobo + 1
        where id = ${providerAccount('PRODUCTION', 'FEE_INCOME')}`.execute(t),
  ],
  [
    "a change of the provider's balance that was folded twice",
    { 'provider-balance-mismatch': 1, 'mode-out-of-balance': 1 },
    (t) =>
      sql`insert into balance_delta (id, account_id, amount_kobo)
        values (${uuidv7()}, ${providerAccount('SANDBOX', 'FLOAT_NIP')}, 7)`.execute(t),
  ],
  [
    'a change of balance that no account will take up',
    { 'orphaned-balance-delta': 1 },
    (t) => sql`insert into balance_delta (id, account_id, amount_kobo) values (${uuidv7()}, ${uuidv7()}, 7)`.execute(t),
  ],
  [
    'a compensation on the account that has retired',
    { 'retired-account-posting': 1 },
    async (t) => {
      const id = await payOut(t, shop, 'FAILED')
      await postLines(t, shop, 'COMPENSATION', id, [own(shop, 'SETTLEMENT_CLEARING', -5n), own(shop, 'FLOAT_NIP', 5n)])
    },
  ],
  [
    'a transaction that names no account',
    { 'transaction-without-account': 1 },
    async (t) => changeTransaction(t, await payOut(t, shop, 'QUEUED'), sql`account_id = null`),
  ],
  [
    'a transaction of a merchant that names its store',
    { 'transaction-scope-mismatch': 1 },
    async (t) => changeTransaction(t, await payOut(t, shop, 'QUEUED'), sql`account_id = ${store.id}`),
  ],
  [
    'a share of a collection on the sub-account of somebody else',
    { 'transaction-account-mismatch': 1, 'share-mismatch': 1 },
    (t) => share(t, shop, stranger, { of: null }),
  ],
  [
    'a share of a collection that no split gives',
    { 'share-mismatch': 1 },
    (t) => share(t, shop, partner, { of: null }),
  ],
  [
    'a share that is more than its split gives',
    { 'share-mismatch': 1 },
    (t) => share(t, shop, partner, { givenKobo: 101n }),
  ],
  ['a share that was forgotten', { 'share-mismatch': 1 }, (t) => share(t, shop, partner, { givenKobo: 0n })],
  [
    'a settlement of more than was collected',
    { 'settlement-amount-mismatch': 1 },
    async (t) => changeSettlement(t, await anUnpaidSettlement(t, shop), sql`amount_kobo = amount_kobo + 1`),
  ],
  [
    'a settlement that says that it was paid, and was not sent',
    { 'settlement-attempt-mismatch': 1 },
    async (t) => changeSettlement(t, await anUnpaidSettlement(t, shop), sql`status = 'SUCCESSFUL'`),
  ],
  [
    'a settlement out of an account that its collections did not come to',
    { 'settlement-item-account-mismatch': 1 },
    async (t) => changeSettlement(t, await anUnpaidSettlement(t, shop), sql`account_id = ${store.id}`),
  ],
  [
    'a collection that is settled at more than it brought',
    { 'settlement-item-amount-mismatch': 1 },
    async (t) => {
      const id = await anUnpaidSettlement(t, shop)
      await changeSettlement(t, id, sql`amount_kobo = amount_kobo + 1`)
      await sql`update settlement_item set amount_kobo = amount_kobo + 1 where settlement_id = ${id}`.execute(t)
    },
  ],
  [
    'a collection of which more is not settled than went back',
    { 'settlement-item-excess-deduction': 1 },
    async (t) => {
      const id = await anUnpaidSettlement(t, shop)
      await changeSettlement(t, id, sql`amount_kobo = amount_kobo - 1`)
      await sql`update settlement_item set amount_kobo = amount_kobo - 1, less_kobo = 1 where settlement_id = ${id}`.execute(
        t,
      )
    },
  ],
  [
    'a collection that nobody has looked at, though later ones were',
    { 'unscanned-collection': 1 },
    async (t) => {
      await collect(t, friend)
      await t
        .insertInto('settlement_mark')
        .values({ account_id: friend.id, merchant_id: friend.merchantId, since: at, until: '2026-03-04T10:00:01.000Z' })
        .execute()
    },
  ],
  [
    'a settlement that two attempts have paid',
    { 'duplicate-settlement-payment': 1, 'orphaned-settlement-attempt': 2 },
    async (t) => {
      const settlement_id = await anUnpaidSettlement(t, shop)
      for (const transaction_id of [await payOut(t, shop, 'SUCCESS'), await payOut(t, shop, 'SUCCESS')]) {
        await t
          .insertInto('settlement_attempt')
          .values({ transaction_id, settlement_id, merchant_id: shop.merchantId })
          .execute()
      }
    },
  ],
  [
    'a transaction that settles nothing',
    { 'orphaned-settlement-attempt': 1 },
    (t) => record(t, shop, { category: 'SETTLEMENT', status: 'QUEUED' }),
  ],
  [
    "a split that names another merchant's sub-account",
    { 'split-merchant-mismatch': 1 },
    async (t) => {
      const { id } = await aSharedInlet(t, shop, partner)
      await sql`update split_part set subaccount_id = ${stranger.id} where virtual_account_id = ${id}`.execute(t)
    },
  ],
  [
    'a split that gives away more than all',
    { 'split-exceeds-total': 1 },
    async (t) => {
      const { id } = await aSharedInlet(t, shop, partner)
      await sql`update split_part set split_type = 'PERCENTAGE', split_value = 10001 where virtual_account_id = ${id}`.execute(
        t,
      )
    },
  ],
  [
    'a sub-account whose ledger account is of another merchant',
    { 'subaccount-account-mismatch': 1, 'split-merchant-mismatch': 1 },
    (t) => sql`update subaccount set merchant_id = ${friend.merchantId} where id = ${partner.id}`.execute(t),
  ],
  [
    'a move from a terminal that its store does not show',
    // Also counted among the transactions of stores.
    { 'one-sided-book-transfer': 1, 'orphaned-entries': 1, 'day-count-mismatch': 8, 'month-count-mismatch': 16 },
    async (t) => {
      const reference = await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
      await sql`delete from transaction where reference = ${reference} and type = 'CREDIT'`.execute(t)
    },
  ],
  [
    "a store in another merchant's shop",
    { 'store-merchant-mismatch': 1 },
    async (t) => {
      const id = idAt(at)
      await sql`insert into shop (id, mode, merchant_id, created_at, name, branch)
        values (${id}, 'PRODUCTION', ${friend.merchantId}, ${at}, 'Kernel', 'Ikeja')`.execute(t)
      await sql`update store set shop_id = ${id} where id = ${store.id}`.execute(t)
    },
  ],
  [
    "a terminal in another merchant's store",
    { 'store-merchant-mismatch': 1, 'terminal-id-mismatch': 3 },
    (t) => sql`update terminal set store_id = ${otherStore.id} where id = ${terminal.id}`.execute(t),
  ],
  [
    'a store whose ledger account is of another merchant',
    { 'store-account-mismatch': 1 },
    (t) => sql`update store set merchant_id = ${shop.merchantId} where id = ${otherStore.id}`.execute(t),
  ],
  [
    'a terminal whose ledger account is of another mode',
    { 'terminal-account-mismatch': 1, 'store-merchant-mismatch': 1 },
    (t) => sql`update terminal set mode = 'SANDBOX' where id = ${terminal.id}`.execute(t),
  ],
  [
    'a collection at a terminal that is called otherwise',
    { 'store-category-mismatch': 1 },
    (t) => collect(t, terminal, { category: 'BANK_FUNDING' }),
  ],
  [
    'a collection at a terminal that a store shows',
    { 'store-category-mismatch': 1 },
    (t) => collect(t, store, { category: 'CREDIT_STORE' }),
  ],
  [
    'a collection at a terminal that does not name it',
    { 'terminal-id-mismatch': 1 },
    (t) => collect(t, terminal, { terminal_id: null }),
  ],
  [
    "a merchant's own transaction that names a terminal",
    { 'terminal-id-mismatch': 1 },
    (t) => collect(t, shop, { terminal_id: terminal.id }),
  ],
  [
    "a terminal's month that is charged for again under another name",
    { 'invalid-terminal-fee-reference': 1 },
    (t) => aMonth(t, { reference: `KBO-${uuidv7().toUpperCase()}` }),
  ],
  [
    'a charge for a month in which a terminal was not there',
    { 'invalid-terminal-fee-reference': 1 },
    async (t) => {
      const { number } = await t
        .selectFrom('account')
        .select('account_number as number')
        .where('id', '=', terminal.id)
        .executeTakeFirstOrThrow()
      await aMonth(t, { reference: `TERMINAL/2026-01/${number}` })
    },
  ],
  [
    "another merchant's money that a store shows as its merchant's",
    { 'one-sided-book-transfer': 2 },
    (t) => move(t, friend, store, ['MERCHANT_DEBIT', 'TRANSFER_FROM_MERCHANT']),
  ],
  [
    'takings of a terminal that its store shows as those of another',
    { 'store-transfer-mismatch': 1, 'terminal-id-mismatch': 1 },
    async (t) => {
      const reference = await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
      await sql`update transaction set terminal_id = null where reference = ${reference} and type = 'CREDIT'`.execute(t)
    },
  ],
  [
    'a settlement and a payout that were sent with one session ID',
    { 'duplicate-session-id': 1, 'orphaned-settlement-attempt': 1 },
    async (t) => {
      await payOut(t, shop, 'SUCCESS', { session_id: '000023260304110000000000000003' })
      const fields = { category: 'SETTLEMENT', response_code: '51', session_id: '000023260304110000000000000003' }
      await record(t, shop, { ...fields, status: 'FAILED' })
    },
  ],
  [
    'a payment that was declined although its money left',
    { 'entries-without-success': 1, 'hold-posted-without-success': 1, ...miscounted },
    async (t) => changeTransaction(t, await payOut(t, shop, 'SUCCESS'), sql`status = 'DECLINED'`),
  ],
  [
    'a hold that was left behind by a payment that was declined',
    { 'orphaned-hold': 1 },
    async (t) => changeTransaction(t, await payOut(t, shop, 'PENDING'), sql`status = 'DECLINED'`),
  ],
  [
    'a refund under way that holds nothing',
    { 'pending-without-hold': 1, 'refund-unmatched': 1 },
    (t) => record(t, shop, { category: 'REFUND', status: 'PENDING' }),
  ],
  [
    'a payout whose money was set aside for a dispute',
    { 'hold-kind-mismatch': 1 },
    async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`kind = 'DISPUTE'`),
  ],
  [
    'a payout whose money was set aside for a refund',
    { 'hold-kind-mismatch': 1 },
    async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`kind = 'REFUND'`),
  ],
  [
    'a hold of nobody',
    { 'invalid-hold-owner': 1, 'pending-without-hold': 1 },
    async (t) => {
      await sql`alter table hold drop constraint hold_one_owner`.execute(t)
      await changeHold(t, await payOut(t, shop, 'PENDING'), sql`transaction_id = null`)
    },
  ],
  [
    'a dispute that holds twice',
    { 'duplicate-hold': 1, 'available-balance-mismatch': 1 },
    async (t) => {
      await sql`drop index hold_open_of_dispute`.execute(t)
      await sql`insert into hold (id, account_id, merchant_id, dispute_id, kind, amount_kobo, wanted_kobo, created_at)
        select ${idAt(at)}, account_id, merchant_id, dispute_id, kind, amount_kobo, wanted_kobo, created_at
        from hold where dispute_id = ${(await taken(t)).disputeId} and status = 'HELD'`.execute(t)
    },
  ],
  [
    'a dispute of more than its transaction moved',
    { 'invalid-disputed-transaction': 1 },
    async (t) => changeDispute(t, await taken(t), sql`amount_kobo = 400000`),
  ],
  [
    'a dispute of what another merchant collected',
    { 'invalid-disputed-transaction': 1 },
    async (t) => changeDispute(t, await dispute(t, shop, [], by), sql`merchant_id = ${friend.merchantId}`),
  ],
  [
    'a dispute of a payout that failed',
    { 'invalid-disputed-transaction': 1 },
    async (t) =>
      changeDispute(t, await dispute(t, shop, [], by), sql`transaction_id = ${await payOut(t, shop, 'FAILED')}`),
  ],
  [
    'a dispute that was taken up and holds nothing',
    { 'dispute-without-hold': 1 },
    async (t) => voidHold(t, { disputeId: (await taken(t)).disputeId }, new Date(at)),
  ],
  [
    'a dispute that was rejected and holds still',
    { 'orphaned-dispute-hold': 1 },
    async (t) => {
      const one = await taken(t)
      await changeDispute(t, one, sql`status = 'REJECTED'`)
      await auditRow(t, 'dispute.status', ['dispute', one.disputeId], { status: 'REJECTED' })
    },
  ],
  [
    'a dispute that holds before anybody took it up',
    { 'orphaned-dispute-hold': 1 },
    async (t) => {
      const { disputeId } = await dispute(t, shop, [], by)
      const { id: accountId, merchantId } = shop
      await holdForDispute(t, { disputeId, accountId, merchantId, wantedKobo: 1n, at: new Date(at) })
    },
  ],
  [
    'money that a dispute holds which there is not',
    { 'orphaned-dispute-hold': 1, 'dispute-hold-exceeds-amount': 1 },
    async (t) => {
      await collect(t, shop)
      const { id: accountId, merchantId } = shop
      const nobody = { disputeId: uuidv7(), kind: 'DISPUTE', amountKobo: 100n, at: new Date(at) } as const
      await hold(t, { accountId, merchantId, ...nobody })
    },
  ],
  [
    'a dispute of a debit that holds',
    { 'orphaned-dispute-hold': 1, 'dispute-hold-account-mismatch': 1 },
    async (t) => {
      const of = await payOut(t, customer, 'SUCCESS')
      const { disputeId } = await dispute(t, customer, ['IN_PROGRESS'], { ...by, of, type: 'DEBIT' })
      const { id: accountId, merchantId } = shop
      await holdForDispute(t, { disputeId, accountId, merchantId, wantedKobo: 1n, at: new Date(at) })
    },
  ],
  [
    'a dispute that wants to hold more than is disputed',
    { 'dispute-hold-exceeds-amount': 1 },
    async (t) => changeHoldOf(t, await taken(t), sql`wanted_kobo = 100001`),
  ],
  [
    "a dispute that holds on the customer's account what came in on the merchant's",
    { 'dispute-hold-account-mismatch': 1, 'available-balance-mismatch': 2 },
    async (t) => changeHoldOf(t, await taken(t), sql`account_id = ${customer.id}`),
  ],
  [
    'a dispute that was resolved and sent nothing back',
    { 'resolved-dispute-without-refund': 1 },
    async (t) => {
      const one = await taken(t)
      await voidHold(t, one, new Date(at))
      await changeDispute(t, one, sql`status = 'RESOLVED'`)
      await auditRow(t, 'dispute.status', ['dispute', one.disputeId], { status: 'RESOLVED' })
    },
  ],
  [
    'disputes that were raised, and closed, and no audit row tells of it',
    { 'dispute-without-audit': 2 },
    async (t) => {
      await changeDispute(t, await dispute(t, shop, [], by), sql`status = 'CLOSED'`)
      await sql`insert into dispute (id, mode, merchant_id, created_at, transaction_id, category, status, amount_kobo,
          customer, description, due_at, staff_id)
        select ${idAt(at)}, mode, merchant_id, created_at, ${await collect(t, shop)}, category, 'NEW', amount_kobo,
          customer, description, due_at, staff_id
        from dispute where merchant_id = ${shop.merchantId} limit 1`.execute(t)
    },
  ],
  [
    'a transaction with two open disputes',
    { 'duplicate-dispute': 1 },
    async (t) => {
      await sql`drop index dispute_open`.execute(t)
      const { collectionId } = await dispute(t, shop, [], by)
      await changeDispute(t, await dispute(t, shop, [], by), sql`transaction_id = ${collectionId}`)
    },
  ],
  [
    'a refund of another collection than its dispute is about',
    { 'dispute-refund-mismatch': 1 },
    async (t) => changeDispute(t, await resolved(t), sql`transaction_id = ${await collect(t, shop, sender)}`),
  ],
  [
    'a refund of a dispute whose money is free again before it is sent',
    { 'dispute-refund-without-hold': 1, 'hold-released-without-failure': 1 },
    async (t) => voidHold(t, { transactionId: await goingOf(t, await resolved(t)) }, new Date(at)),
  ],
  [
    'a dispute that sent money back twice',
    { 'duplicate-dispute-refund': 1 },
    async (t) => {
      const { disputeId, collectionId } = await resolved(t)
      const { refundId } = await refund(t, shop, 'SUCCESS', { of: collectionId })
      await changeRefund(t, refundId, sql`dispute_id = ${disputeId}`)
    },
  ],
  [
    'a dispute whose refund failed and whose money is free',
    { 'dispute-without-hold': 1 },
    async (t) => {
      const transactionId = await goingOf(t, await resolved(t))
      await voidHold(t, { transactionId }, new Date(at))
      const row = await t
        .selectFrom('transaction')
        .selectAll()
        .where('id', '=', transactionId)
        .executeTakeFirstOrThrow()
      await transitionTransaction(t, row, 'FAILED', { response_code: '51' })
    },
  ],
  [
    'a refund that nobody disputed and that holds before it is sent',
    { 'orphaned-hold': 1 },
    async (t) => {
      const { id: transactionId } = await refund(t, shop, 'QUEUED')
      const { id: accountId, merchantId } = shop
      const early = { transactionId, kind: 'REFUND', amountKobo: 100_000n, at: new Date(at) } as const
      await hold(t, { accountId, merchantId, ...early })
    },
  ],
  [
    'a day of an account that lacks a kobo',
    { 'account-day-mismatch': 1 },
    (t) =>
      sql`update account_day set in_kobo = in_kobo - 1, closing_kobo = closing_kobo - 1 where account_id = ${shop.id}`.execute(
        t,
      ),
  ],
  [
    'a movement that counts towards its day twice',
    { 'account-day-mismatch': 1, 'provider-balance-mismatch': 1, 'mode-out-of-balance': 1 },
    (t) =>
      sql`insert into balance_delta (id, account_id, day, amount_kobo)
        values (${uuidv7()}, ${providerAccount('SANDBOX', 'FLOAT_NIP')}, '2026-03-04', 7)`.execute(t),
  ],
  [
    'a day of an account that is lost',
    { 'account-day-mismatch': 1 },
    (t) => sql`delete from account_day where account_id = ${shop.id}`.execute(t),
  ],
  [
    'a day of an account that closes with a kobo too much',
    { 'closing-balance-mismatch': 1 },
    (t) => sql`update account_day set closing_kobo = closing_kobo + 1 where account_id = ${shop.id}`.execute(t),
  ],
  [
    'a day of an account that counts an entry too many',
    { 'account-day-mismatch': 1 },
    (t) => sql`update account_day set n = n + 1 where account_id = ${shop.id}`.execute(t),
  ],
  [
    'a charge that is told to have earned a kobo more',
    { ...untold, ...miscountedProfit },
    async (t) => sql`update profit set fee_kobo = fee_kobo + 1 where id = ${await charge(t, shop)}`.execute(t),
  ],
  [
    'a charge of which nothing is told',
    { ...untold, ...miscountedProfit },
    async (t) => sql`delete from profit where id = ${await charge(t, shop)}`.execute(t),
  ],
  [
    'a charge that is told to be for something else',
    { 'profit-source-mismatch': 1, ...miscounted, 'merchant-day-count-mismatch': 2 },
    async (t) => sql`update profit set source = 'kyc' where id = ${await charge(t, shop)}`.execute(t),
  ],
  [
    'a transaction that is not counted',
    miscounted,
    async (t) => {
      await payOut(t, shop, 'QUEUED')
      await sql`delete from count_delta where id = (
        select max(id::text)::uuid from count_delta where scope = 'MERCHANT')`.execute(t)
    },
  ],
  [
    'a success that is counted twice',
    miscounted,
    (t) =>
      sql`insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo) values (
        ${uuidv7()}, 'PRODUCTION', 'MERCHANT', ${shop.merchantId}, 'DEBIT', 'BANK_TRANSFER', '2026-03-04', 0, 1, 0)`.execute(
        t,
      ),
  ],
  [
    'a day that is folded wrongly',
    { 'day-count-mismatch': 1 },
    (t) =>
      sql`update count_day set success_kobo = success_kobo + 1
        where scope = 'MERCHANT' and type = '*' and category = '*' and mode = 'SANDBOX'`.execute(t),
  ],
  [
    'a merchant that is counted twice',
    { 'day-count-mismatch': 2, 'month-count-mismatch': 2 },
    (t) => countMerchants(t, [{ mode: 'PRODUCTION', verified: 'ACCEPTED' }]),
  ],
  [
    'a KYC that was decided and is counted as it was before',
    { 'day-count-mismatch': 2, 'month-count-mismatch': 2 },
    (t) => sql`update merchant set verified = 'REJECTED' where id = ${friend.merchantId}`.execute(t),
  ],
  [
    'a month that is lost',
    { 'month-count-mismatch': 2 },
    (t) =>
      sql`delete from count_month where scope = 'MERCHANT' and mode = 'SANDBOX' and type = '*' and category = '*'`.execute(
        t,
      ),
  ],
  [
    "a merchant's day of profit that is lost",
    { 'merchant-day-count-mismatch': 1 },
    (t) =>
      sql`delete from count_merchant_day where (mode, scope, merchant_id, day, type, category) = (
        select mode, scope, merchant_id, day, type, category from count_merchant_day limit 1)`.execute(t),
  ],
  [
    'a payout that a person ended without an audit row',
    { 'payout-without-audit': 1 },
    (t) => payOut(t, shop, 'FAILED', { response_code: null }),
  ],
  [
    'a payout that a person failed and that nobody asks about',
    { 'missing-status-query': 1 },
    (t) => decidedAlone(t, { hoursAgo: 71 }),
  ],
  [
    'a payout that a person failed and that nobody asks about after an answer that left it open',
    { 'missing-status-query': 1 },
    async (t) => heard(t, await decidedAlone(t, { hoursAgo: 1 }), '09'),
  ],
  [
    'a payout that the switch had no record of and is not asked about again',
    { 'missing-status-query': 1 },
    async (t) => changeHold(t, await payOut(t, shop, 'FAILED', { response_code: '25' }), sql`ended_at = now()`),
  ],
  [
    'a KYC decision without an audit row',
    { 'merchant-without-audit': 1 },
    (t) => decideKyc(t, friend.merchantId, '2026-03-04T11:00:00Z'),
  ],
  [
    'an upgrade decision without an audit row',
    { 'upgrade-without-audit': 1 },
    (t) => upgrade(t, '2026-03-04T11:00:00Z'),
  ],
  [
    'a decision about a tier without an audit row',
    { 'upgrade-without-audit': 1 },
    (t) => tierUpgrade(t, '2026-03-04T11:00:00Z'),
  ],
  ['own charges without an audit row', { 'charges-without-audit': 1 }, (t) => ownCharges(t, 'kyc')],
  [
    'an approval that the payout does not show',
    { 'decision-record-mismatch': 1 },
    async (t) =>
      auditRow(t, 'payout.success', ['transaction', await payOut(t, shop, 'PENDING')], { status: 'SUCCESS' }),
  ],
  [
    'decisions about records that are gone',
    { 'decision-record-mismatch': 4 },
    async (t) => {
      await auditRow(t, 'payout.failed', ['transaction', uuidv7()], { status: 'FAILED' })
      await auditRow(t, 'merchant.approve', ['merchant', test.merchantId], { verified: 'ACCEPTED' })
      await auditRow(t, 'merchant-upgrade.decline', ['merchant_upgrade', uuidv7()], { status: 'DECLINED' })
      await auditRow(t, 'wallet-upgrade.reject', ['wallet_upgrade', uuidv7()], { status: 'REJECTED' })
    },
  ],
  [
    'a tier that two people decided',
    { 'duplicate-decision': 1 },
    async (t) => {
      const id = await tierUpgrade(t)
      for (let turn = 0; turn < 2; turn++) {
        await auditRow(t, 'wallet-upgrade.approve', ['wallet_upgrade', id], { status: 'COMPLETED' })
      }
    },
  ],
  [
    'a payout that two people decided',
    { 'duplicate-decision': 1 },
    async (t) => {
      const id = await payOut(t, shop, 'FAILED', { response_code: null })
      for (let turn = 0; turn < 2; turn++) {
        await auditRow(t, 'payout.failed', ['transaction', id], { status: 'FAILED' }, { status: 'PENDING' })
      }
    },
  ],
  [
    'a webhook that counts as delivered and never arrived',
    { 'webhook-status-mismatch': 1 },
    (t) => webhook(t, 'DELIVERED', 502),
  ],
]

faults.push(
  [
    'an account for one payment on which two came in',
    { 'duplicate-virtual-account-payment': 1 },
    async (t) => {
      const inlet = await anInlet(t, shop)
      await paidOn(t, inlet)
      await collect(t, shop, into(inlet))
    },
  ],
  [
    'an account for one payment that took another amount',
    { 'virtual-account-payment-mismatch': 1 },
    async (t) => paidOn(t, await anInlet(t, shop, { amountKobo: incomeKobo + 1n })),
  ],
  [
    'an account for one payment that took it too late',
    { 'virtual-account-payment-mismatch': 1 },
    async (t) => paidOn(t, await anInlet(t, shop, { expiresAt: new Date(at) })),
  ],
  [
    'a virtual account that does not say that it was paid on',
    { 'virtual-account-use-mismatch': 1 },
    async (t) => collect(t, shop, into(await anInlet(t, shop))),
  ],
  [
    'a virtual account that says so and was not',
    { 'virtual-account-use-mismatch': 1 },
    async (t) => noteUse(t, await anInlet(t, shop)),
  ],
  [
    'what came in on a virtual account, by another way than its list counts',
    { 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
    async (t) => {
      const id = await paidOn(t, await anInlet(t, shop))
      await sql`update transaction set payment_method = 'CARD' where id = ${id}`.execute(t)
    },
  ],
)

faults.push(
  [
    'money from a card that can be spent before the acquirer has paid it',
    { 'card-hold-missing': 1 },
    async (t) => voidHold(t, { transactionId: (await paidByCard(t, seller, new Date(at))).id }, new Date(at)),
  ],
  [
    'money from a card that stays held although the acquirer has paid it',
    { 'card-hold-not-released': 1, 'available-balance-mismatch': 1 },
    async (t) => {
      const row = await paidByCard(t, seller, new Date(at))
      await acquirerPays(t, [row], new Date(at))
      await changeHold(t, row.id, sql`status = 'HELD', ended_at = null`)
    },
  ],
  [
    'a card payment that the acquirer paid for and that did not succeed',
    {
      'card-settled-without-success': 1,
      'entries-without-success': 1,
      'virtual-account-use-mismatch': 1,
      'paid-checkout-without-payment': 1,
      'day-count-mismatch': 8,
      'month-count-mismatch': 16,
    },
    async (t) => {
      const row = await paidByCard(t, seller, new Date(at))
      await acquirerPays(t, [row], new Date(at))
      await changeTransaction(t, row.id, sql`status = 'FAILED'`)
    },
  ],
  [
    'a card payment of which nothing but its transaction is left',
    { 'card-payment-unmatched': 1 },
    async (t) => {
      const { id } = await paidByCard(t, seller, new Date(at))
      await sql`delete from card_payment where transaction_id = ${id}`.execute(t)
    },
  ],
  [
    'a card payment of another checkout than its own',
    { 'card-payment-unmatched': 1 },
    async (t) => {
      const { id } = await paidByCard(t, seller, new Date(at))
      const other = await aCheckout(t, test, { at: new Date(at) })
      await sql`update card_payment set checkout_id = ${other.id} where transaction_id = ${id}`.execute(t)
    },
  ],
  [
    'an acquirer that owes less than what it has not paid',
    { 'card-receivable-mismatch': 1 },
    (t) => postLines(t, shop, 'CORRECTION', null, [own(shop, 'CARD_RECEIVABLE', 100n), own(shop, 'FLOAT_NIP', -100n)]),
  ],
  [
    'a payment of the acquirer that is less than its card payments',
    { 'acquirer-payment-mismatch': 1 },
    async (t) => {
      const id = await acquirerPays(t, [await paidByCard(t, seller, new Date(at))], new Date(at))
      await sql`update acquirer_payment set gross_kobo = gross_kobo - 1 where id = ${id}`.execute(t)
    },
  ],
  [
    'a payment of the acquirer that keeps more than what went back to cards',
    { 'acquirer-payment-mismatch': 1 },
    async (t) => {
      const id = await acquirerPays(t, [await paidByCard(t, seller, new Date(at))], new Date(at))
      await sql`update acquirer_payment set refunded_kobo = 1 where id = ${id}`.execute(t)
    },
  ],
  [
    'a checkout whose account is of another amount',
    { 'checkout-account-mismatch': 1 },
    async (t) => asked(t, await anInlet(t, shop, { amountKobo: incomeKobo + 1n })),
  ],
  [
    'a checkout whose account is of another merchant',
    { 'checkout-account-mismatch': 1 },
    async (t) => asked(t, await anInlet(t, friend), shop),
  ],
  [
    'a checkout that says that it is paid, by nothing',
    { 'paid-checkout-without-payment': 1 },
    async (t) => sayPaid(t, await asked(t, await anInlet(t, shop)), uuidv7()),
  ],
  [
    'a checkout that says that it is paid, by what came in elsewhere',
    { 'paid-checkout-without-payment': 1 },
    async (t) => sayPaid(t, await asked(t, await anInlet(t, shop)), await paidOn(t, await anInlet(t, shop))),
  ],
  [
    'a checkout that says that it is paid, by a payment that was declined',
    { 'paid-checkout-without-payment': 1 },
    async (t) => {
      const inlet = await asked(t, await anInlet(t, shop))
      const fields = { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED', ...into(inlet) }
      await sayPaid(t, inlet, (await record(t, shop, fields)).id)
    },
  ],
  [
    'a checkout that was paid by another amount',
    { 'checkout-payment-mismatch': 1, 'virtual-account-payment-mismatch': 1 },
    async (t) => {
      const inlet = await asked(t, await anInlet(t, shop))
      await paidFor(t, inlet)
      await sql`update virtual_account set amount_kobo = amount_kobo + 1 where id = ${inlet.id}`.execute(t)
      await sql`update checkout set amount_kobo = amount_kobo + 1 where virtual_account_id = ${inlet.id}`.execute(t)
    },
  ],
  [
    'a checkout that was paid to another merchant',
    { 'checkout-payment-mismatch': 1 },
    async (t) => paidFor(t, { ...(await asked(t, await anInlet(t, shop))), account: friend }),
  ],
  [
    'a checkout that was paid by card and does not say so',
    { 'checkout-payment-unrecorded': 1 },
    async (t) => {
      const inlet = await asked(t, await anInlet(t, shop))
      await noteUse(t, inlet)
      await collect(t, shop, { ...into(inlet), payment_method: 'CARD' })
    },
  ],
  [
    'a payment link that is active though it is paid',
    { 'link-not-deactivated': 1 },
    async (t) => {
      const inlet = await asked(t, await anInlet(t, shop))
      await paidFor(t, inlet)
      await turnLink(t, inlet, null)
    },
  ],
  [
    'a payment link that is active though its account is closed',
    { 'link-not-deactivated': 1 },
    async (t) => {
      const inlet = await asked(t, await anInlet(t, shop))
      await close(t, inlet)
      await turnLink(t, inlet, null)
    },
  ],
  [
    'a payment link that is inactive though nothing ended it',
    { 'link-deactivated-early': 1 },
    async (t) => turnLink(t, await asked(t, await anInlet(t, shop)), at),
  ],
  [
    'a charge beside no payment',
    { 'orphaned-charge': 1 },
    async (t) => changeTransaction(t, (await collectOnChild(t, child)).chargeId, sql`reference = 'KBO-ELSE/FEE'`),
  ],
  [
    'a charge under a reference of another form',
    { 'orphaned-charge': 1 },
    async (t) => changeTransaction(t, (await collectOnChild(t, child)).chargeId, sql`reference = reference || '2'`),
  ],
  [
    'a charge that waits though its payout is under way',
    { 'charge-status-mismatch': 1 },
    async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'PENDING')).chargeId, sql`status = 'QUEUED'`),
  ],
  [
    'a charge of a payout that failed, which is under way still',
    { 'charge-status-mismatch': 1 },
    async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'FAILED')).chargeId, sql`status = 'PENDING'`),
  ],
  [
    'a charge with another session ID than its payment',
    { 'charge-session-mismatch': 1 },
    async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'SUCCESS')).chargeId, sql`session_id = null`),
  ],
  [
    'a charge that took more than came in',
    { 'charge-exceeds-payment': 1 },
    async (t) => {
      await collectOnChild(t, child)
      await collectOnChild(t, child, { amount: 1000n })
    },
  ],
  [
    'a charge that was taken apart from its payment',
    { 'charge-posted-separately': 1 },
    (t) => collectOnChild(t, child, { apart: true }),
  ],
  [
    "a charge beside a payment on a merchant's own account",
    { 'charge-outside-child-account': 1, 'orphaned-charge': 1 },
    (t) => record(t, shop, { category: 'DEBIT_CHILD_ACCOUNT_CHARGES', status: 'FAILED', response_code: '51' }),
  ],
  [
    'payments of a child account that took their fees themselves',
    { 'child-payment-with-own-fee': 2 },
    (t) => payOut(t, child, 'QUEUED'),
  ],
  [
    "a hold for a child account's payout without its charge",
    { 'hold-amount-mismatch': 1, 'available-balance-mismatch': 1 },
    async (t) => changeHold(t, (await payOutOfChild(t, child, 'PENDING')).id, sql`amount_kobo = 250000`),
  ],
  [
    'a payout of a child account that names another account',
    { 'transaction-scope-mismatch': 1, 'orphaned-charge': 1 },
    async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'QUEUED')).id, sql`account_id = ${shop.id}`),
  ],
  [
    'a charge that took another amount than it says',
    { 'transaction-amount-mismatch': 1 },
    async (t) => changeTransaction(t, (await collectOnChild(t, child)).chargeId, sql`vat_kobo = vat_kobo - 1`),
  ],
)

faults.push(
  [
    'a refund whose transaction is gone',
    { 'refund-unmatched': 1, 'day-count-mismatch': 6, 'month-count-mismatch': 12 },
    async (t) => sql`delete from transaction where id = ${(await refund(t, shop, 'QUEUED')).id}`.execute(t),
  ],
  [
    'a refund of another amount than its transaction takes',
    { 'refund-transaction-mismatch': 1 },
    async (t) => changeRefund(t, (await refund(t, shop, 'SUCCESS')).refundId, sql`amount_kobo = amount_kobo - 1`),
  ],
  [
    'a refund of what was paid out',
    { 'refund-without-collection': 1, 'refund-beneficiary-mismatch': 1 },
    async (t) => {
      const { refundId } = await refund(t, shop, 'SUCCESS')
      await changeRefund(t, refundId, sql`transaction_id = ${await payOut(t, shop, 'SUCCESS')}`)
    },
  ],
  [
    'a refund of what another merchant collected',
    { 'refund-without-collection': 1, 'refund-account-mismatch': 1, 'refund-beneficiary-mismatch': 1 },
    async (t) => {
      const { refundId } = await refund(t, shop, 'SUCCESS')
      await changeRefund(t, refundId, sql`transaction_id = ${await collect(t, friend, sender)}`)
    },
  ],
  [
    "a refund from the merchant's account of what came in on a customer's",
    { 'refund-account-mismatch': 1 },
    async (t) => {
      const { id, refundId } = await refund(t, shop, 'QUEUED')
      const other = await collect(t, customer, sender)
      await changeRefund(t, refundId, sql`transaction_id = ${other}`)
      await sql`update transaction set reference = (select reference from transaction where id = ${other}) || '/R1'
        where id = ${id}`.execute(t)
    },
  ],
  [
    'a refund to an account that the money did not come from',
    { 'refund-beneficiary-mismatch': 1 },
    async (t) => changeTransaction(t, (await refund(t, shop, 'SUCCESS')).id, sql`beneficiary_number = '0123456999'`),
  ],
  [
    'a refund that cost something',
    { 'refund-with-charges': 1 },
    async (t) => changeTransaction(t, (await refund(t, shop, 'QUEUED')).id, sql`fee_kobo = 100`),
  ],
  [
    'a refund that a person asked for and no audit row tells of',
    { 'refund-without-audit': 1 },
    async (t) => {
      const name = { first_name: 'Ada', last_name: 'Obi', email: 'ada@refunds.test' }
      const staff = { id: idAt(at), created_at: at, role: 'ADMIN', ...name }
      await t.insertInto('staff').values(staff).execute()
      await changeRefund(t, (await refund(t, shop, 'QUEUED')).refundId, sql`staff_id = ${staff.id}`)
    },
  ],
  [
    'a collection of which more went back than came in',
    { 'excess-refund': 1 },
    async (t) => {
      const { collectionId } = await refund(t, shop, 'SUCCESS', { amountKobo: incomeKobo })
      const other = await collect(t, shop, sender)
      const { id, refundId } = await refund(t, shop, 'QUEUED', { of: other, amountKobo: 1n })
      await changeRefund(t, refundId, sql`transaction_id = ${collectionId}`)
      await sql`update transaction set reference = (select reference from transaction where id = ${collectionId}) || '/R2'
        where id = ${id}`.execute(t)
    },
  ],
  [
    'a collection whose refund left after it had failed, and was followed by another of all of it',
    { 'excess-refund': 1 },
    async (t) => {
      const { id, collectionId } = await refund(t, shop, 'FAILED', { amountKobo: 250_000n })
      await refund(t, shop, 'SUCCESS', { of: collectionId, amountKobo: incomeKobo })
      await compensate(t, shop, id)
    },
  ],
  [
    'a refund to a card that went through the switch',
    { 'card-receivable-mismatch': 1 },
    async (t) => {
      await refund(t, seller, 'SUCCESS', { of: (await aPaidCard(t)).id })
      const lines = [own(seller, 'CARD_RECEIVABLE', -100_000n), own(seller, 'FLOAT_NIP', 100_000n)]
      await postLines(t, seller, 'CORRECTION', null, lines)
    },
  ],
  [
    'a refund to a card that the acquirer is said to have kept, and did not',
    { 'acquirer-payment-mismatch': 1, 'card-receivable-mismatch': 1 },
    async (t) => {
      const row = await aPaidCard(t)
      const { refundId } = await refund(t, seller, 'SUCCESS', { of: row.id })
      await sql`
        update refund set acquirer_payment_id = card_payment.acquirer_payment_id
        from card_payment where card_payment.transaction_id = ${row.id} and refund.id = ${refundId}
      `.execute(t)
    },
  ],
)

faults.push(
  [
    'a payment by card that the scheme never told of',
    { 'card-transaction-unmatched': 1 },
    async (t) => sql`delete from card_purchase where id = ${(await spent(t, 'AUTHORISED')).id}`.execute(t),
  ],
  [
    'a payment by card on an account that is not the card',
    { 'transaction-scope-mismatch': 1, 'card-transaction-mismatch': 1 },
    async (t) => changeTransaction(t, await paidBy(t, 'DECLINED'), sql`account_id = ${friend.id}`),
  ],
  [
    'a payment by card that names none',
    {
      'card-transaction-unmatched': 1,
      'card-transaction-kind-mismatch': 1,
      'day-count-mismatch': 2,
      'month-count-mismatch': 4,
    },
    async (t) => changeTransaction(t, await paidBy(t, 'DECLINED'), sql`card_id = null`),
  ],
  [
    'a payment by card that came to something else than its transaction',
    { 'purchase-status-mismatch': 1 },
    async (t) => changePurchase(t, await spent(t, 'EXPIRED'), sql`status = 'DECLINED'`),
  ],
  [
    'an authorisation that holds a kobo too much',
    { 'authorisation-hold-mismatch': 1 },
    async (t) => changePurchase(t, await spent(t, 'AUTHORISED'), sql`authorised_kobo = authorised_kobo - 1`),
  ],
  [
    'an authorisation that holds another amount than its transaction is of',
    { 'authorisation-hold-mismatch': 1, 'hold-amount-mismatch': 1, 'available-balance-mismatch': 1 },
    async (t) => {
      const { authorisation_id: id } = await spent(t, 'AUTHORISED')
      await sql`update hold set amount_kobo = amount_kobo - 1 where transaction_id = ${id}`.execute(t)
    },
  ],
  [
    'a payment by card that was cleared at more than was posted',
    { 'clearing-mismatch': 1, 'scheme-float-mismatch': 1 },
    async (t) => changePurchase(t, await spent(t, 'CLEARED'), sql`cleared_kobo = cleared_kobo + 1`),
  ],
  [
    'a payment by card of which we are said to have paid less than we did',
    { 'clearing-mismatch': 1 },
    async (t) => changePurchase(t, await spent(t, 'COVERED'), sql`covered_kobo = covered_kobo - 1`),
  ],
  [
    'a payment by card that was authorised though it was reversed before',
    { 'authorised-after-reversal': 1 },
    async (t) => {
      const { mode, reference } = await spent(t, 'AUTHORISED')
      await sql`insert into early_reversal (mode, reference, message_id, at)
        values (${mode}, ${reference}, 'reversal', ${at})`.execute(t)
    },
  ],
  [
    'a payment by card that was taken of what was held and once more',
    { 'duplicate-clearing': 1, 'clearing-mismatch': 1, 'scheme-float-mismatch': 1 },
    async (t) => {
      const { authorisation_id: id } = await spent(t, 'LATE')
      await postLines(t, spender, 'CLEARING', id, [own(spender, 'RECOVERY', -5n), own(spender, 'SCHEME_FLOAT', 5n)])
    },
  ],
  [
    'a payment by card that came back and does not say so',
    { 'return-mismatch': 1, 'scheme-float-mismatch': 1 },
    async (t) => changePurchase(t, await spent(t, 'RETURNED'), sql`status = 'CLEARED'`),
  ],
  [
    'a scheme that is owed more than was cleared',
    { 'scheme-float-mismatch': 1 },
    (t) => postLines(t, spender, 'CORRECTION', null, [own(spender, 'RECOVERY', -5n), own(spender, 'SCHEME_FLOAT', 5n)]),
  ],
  [
    'a payment to the scheme that nobody knows of',
    { 'scheme-float-mismatch': 1, 'payables-settlement-mismatch': 1 },
    (t) => sql`delete from owed_payment where owed = 'SCHEME_FLOAT'`.execute(t),
  ],
  [
    'a batch that asks for a card more than it has holders',
    { 'card-batch-mismatch': 1 },
    async (t) => sql`update card_batch set quantity = 2 where id = ${(await aSpender(t)).batch_id}`.execute(t),
  ],
  [
    "a card that spends the merchant's account and was asked for a customer",
    { 'card-holder-mismatch': 1 },
    async (t) =>
      sql`update card_batch_holder set wallet_id = ${customer.walletId} where card_id = ${(await aSpender(t)).id}`.execute(
        t,
      ),
  ],
  [
    'a deleted card with an open authorisation',
    { 'deleted-card-with-hold': 1, 'card-without-audit': 1, 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
    async (t) => {
      const { card_id: id } = await spent(t, 'AUTHORISED')
      await sql`update card set status = 'DELETED', deleted_at = ${at} where id = ${id}`.execute(t)
    },
  ],
  [
    'a batch that was declined and no audit row tells of it',
    { 'card-batch-without-audit': 1 },
    async (t) => {
      const id = await aCardBatch(t, spender, { at: new Date(at) })
      await sql`update card_batch set status = 'DECLINED', decided_at = ${at}, decision_reason = 'No' where id = ${id}`.execute(
        t,
      )
    },
  ],
  [
    'a bill whose transaction is gone',
    { 'bill-unmatched': 1, 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
    async (t) => sql`delete from transaction where id = ${await bill(t, shop, 'QUEUED')}`.execute(t),
  ],
  [
    'a bill of another customer than its transaction names',
    { 'bill-transaction-mismatch': 1 },
    async (t) => changeBill(t, await bill(t, shop, 'SUCCESS'), sql`customer = '08000000000'`),
  ],
  [
    'a bill that has not heard of its success',
    { 'bill-status-mismatch': 1, 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
    async (t) => {
      await sql`alter table bill_payment disable trigger user`.execute(t)
      await changeBill(t, await bill(t, shop, 'SUCCESS'), sql`status = 'PENDING'`)
    },
  ],
  [
    'a bill that costs its payer something',
    { 'bill-with-charges': 1 },
    async (t) => changeTransaction(t, await bill(t, shop, 'QUEUED'), sql`fee_kobo = 100`),
  ],
  [
    'a bill that left us less than was agreed',
    { 'bill-allocation-mismatch': 1, 'biller-float-mismatch': 1 },
    async (t) => changeBill(t, await bill(t, shop, 'SUCCESS'), sql`commission_kobo = commission_kobo + 100`),
  ],
  [
    'a bill on whose commission less VAT was set aside than is in it',
    { 'bill-allocation-mismatch': 1 },
    async (t) => changeBill(t, await bill(t, shop, 'SUCCESS'), sql`commission_vat_kobo = commission_vat_kobo + 1`),
  ],
  [
    'a bill that was compensated at all that the payer would have lost',
    { 'bill-allocation-mismatch': 1, 'biller-float-mismatch': 1 },
    async (t) => {
      const id = await bill(t, shop, 'FAILED')
      const lines = [own(shop, 'RECOVERY', -100_000n), own(shop, 'BILLER_FLOAT', 100_000n)]
      await postLines(t, shop, 'COMPENSATION', id, lines)
    },
  ],
  [
    'billers that were paid and nothing was written down',
    { 'payables-settlement-mismatch': 1, 'biller-float-mismatch': 1 },
    (t) => postLines(t, shop, 'BILLER_PAYMENT', null, [own(shop, 'BILLER_FLOAT', -5n), own(shop, 'FLOAT_NIP', 5n)]),
  ],
  [
    'billers that are said to have been paid more than they were',
    { 'payables-settlement-mismatch': 1, 'biller-float-mismatch': 1 },
    async (t) => {
      await bill(t, shop, 'SUCCESS')
      await payPayables(t, 'BILLER_FLOAT', { mode: 'PRODUCTION', day: '2026-03-05', at: new Date(at) })
      await sql`update owed_payment set amount_kobo = amount_kobo + 1 where day = '2026-03-05' and owed = 'BILLER_FLOAT'`.execute(
        t,
      )
    },
  ],
  [
    'billers that were paid out of what others owe us',
    { 'payables-settlement-mismatch': 1 },
    async (t) => {
      const id = idAt(at)
      const paid = { id, mode: 'PRODUCTION', owed: 'BILLER_FLOAT', day: '2026-03-05', at, amount_kobo: 5n }
      await t.insertInto('owed_payment').values(paid).execute()
      await post(t, {
        mode: 'PRODUCTION',
        kind: 'BILLER_PAYMENT',
        reference: 'BILLERS-2026-03-05',
        transactionId: null,
        merchantId: null,
        at: new Date(at),
        lines: [own(shop, 'BILLER_FLOAT', -5n), own(shop, 'RECOVERY', 5n)],
      })
    },
  ],
)

async function spent(t: Transaction, way: Spent) {
  return (await spend(t, spender, way)).purchase
}

async function aSpender(t: Transaction) {
  return (await spend(t, spender, 'AUTHORISED')).card
}

async function paidBy(t: Transaction, way: Spent): Promise<string> {
  return (await spent(t, way)).authorisation_id ?? ''
}

async function changePurchase(t: Transaction, { id }: { id: string }, change: RawBuilder<unknown>): Promise<void> {
  await sql`update card_purchase set ${change} where id = ${id}`.execute(t)
}

async function changeBill(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update bill_payment set ${change} where id = ${id}`.execute(t)
}

async function aPaidCard(t: Transaction) {
  const row = await paidByCard(t, seller, new Date(at))
  await acquirerPays(t, [row], new Date(at))
  return row
}

function taken(t: Transaction) {
  return dispute(t, shop, ['IN_PROGRESS'], by)
}

function resolved(t: Transaction) {
  return dispute(t, shop, ['IN_PROGRESS', 'RESOLVED'], by)
}

async function goingOf(t: Transaction, { refundId }: { refundId: string }): Promise<string> {
  const refunds = t.selectFrom('refund').select('refund_transaction_id').where('id', '=', refundId)
  return (await refunds.executeTakeFirstOrThrow()).refund_transaction_id
}

async function changeDispute(t: Transaction, { disputeId }: { disputeId: string }, change: RawBuilder<unknown>) {
  await sql`update dispute set ${change} where id = ${disputeId}`.execute(t)
}

async function changeHoldOf(t: Transaction, { disputeId }: { disputeId: string }, change: RawBuilder<unknown>) {
  await sql`update hold set ${change} where dispute_id = ${disputeId} and status = 'HELD'`.execute(t)
}

async function changeRefund(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update refund set ${change} where id = ${id}`.execute(t)
}

interface Inlet {
  id: string
  number: string
  account: CustomerAccount
}

/** A virtual account for the payment that `collect` makes, or a static one if that is null. */
async function anInlet(
  t: Transaction,
  account: CustomerAccount,
  payment: Partial<ExpectedPayment> | null = {},
): Promise<Inlet> {
  const { mode, merchantId, walletId } = account
  const expected = { amountKobo: incomeKobo, reference: uuidv7(), expiresAt: new Date('2026-03-04T11:00:00Z') }
  const opened = { mode, merchantId, walletId, accountName: 'Kola Nut', at: openedAt }
  return { ...(await openVirtualAccount(t, opened, payment && { ...expected, ...payment })), account }
}

function into({ number }: Inlet) {
  return { beneficiary_number: number, payment_method: 'BANK' }
}

/** A checkout and a payment link on a virtual account, for its merchant unless another is named. */
async function asked(t: Transaction, inlet: Inlet, { mode, merchantId } = inlet.account): Promise<Inlet> {
  const opened = { mode, merchantId, amountKobo: incomeKobo, reference: uuidv7(), narration: 'Order', at: openedAt }
  await recordPaymentLink(t, opened, await recordCheckout(t, opened, inlet.id))
  return inlet
}

/** Collects the payment and marks the checkout as paid, as the engine does. */
async function paidFor(t: Transaction, inlet: Inlet): Promise<void> {
  await markCheckoutPaid(t, inlet.id, { transactionId: await paidOn(t, inlet), at: new Date(at) })
}

async function sayPaid(t: Transaction, { id }: Inlet, transactionId: string): Promise<void> {
  await markCheckoutPaid(t, id, { transactionId, at: new Date(at) })
}

async function close(t: Transaction, { number, account: { mode, merchantId } }: Inlet): Promise<void> {
  await closeVirtualAccount(t, { mode, merchantId, accountNumber: number, at: new Date(at) })
}

/** Sets since when a payment link is inactive, with its counters. */
async function turnLink(t: Transaction, { id }: Inlet, inactiveAt: string | null): Promise<void> {
  const turned = await t
    .updateTable('payment_link')
    .from('checkout')
    .set({ inactive_at: inactiveAt })
    .whereRef('checkout.id', '=', 'checkout_id')
    .where('virtual_account_id', '=', id)
    .returning(['payment_link.mode', 'payment_link.merchant_id', 'payment_link.created_at'])
    .executeTakeFirstOrThrow()
  const one = inactiveAt === null ? 1n : -1n
  await countPaymentLink(t, turned, { ACTIVE: one, INACTIVE: -one })
}

async function paidOn(t: Transaction, inlet: Inlet): Promise<string> {
  await noteUse(t, inlet)
  return await collect(t, inlet.account, into(inlet))
}

async function changeSettlement(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update settlement set ${change} where id = ${id}`.execute(t)
}

async function noteUse(t: Transaction, { id }: Inlet): Promise<void> {
  const row = t.updateTable('virtual_account').set({ used_at: at }).where('id', '=', id).returningAll()
  await countVirtualAccount(t, await row.executeTakeFirstOrThrow(), { UNUSED: -1n, USED: 1n })
}

describe('the books', () => {
  it('are found to be in order', async () => {
    expect(kindsOf(await verifyLedger(db))).toEqual({})
  })

  it.each(faults)('show %s', async (_, found, plant) => {
    expect(await unguarded(plant)).toEqual(found)
  })

  it('are looked through for nothing that was not planted here', () => {
    const planted = new Set(faults.flatMap(([, found]) => Object.keys(found)))
    // Their faults are planted in their own tests.
    const others = new Set([...batchChecks, ...referenceChecks])
    const here = bookChecks.filter((check) => !others.has(check))
    expect(here.flatMap((check) => Object.keys(check.faults)).filter((kind) => !planted.has(kind))).toEqual([])
  })

  it('name what is wrong, five of each kind', async () => {
    const ids = Array.from({ length: 7 }, () => idAt(at)).toSorted()
    const found = await unguarded(
      async (t) => {
        for (const id of ids) await record(t, shop, { id, status: 'SUCCESS', response_code: '00' })
      },
      (findings) => findings.lost,
    )
    const sentence = 'Successful transactions without ledger entries'
    expect(found).toEqual([{ kind: 'success-without-entries', count: 7, ids: ids.slice(0, 5), sentence }])
  })

  it('can be verified from the terminal, where a fault is exit code 1', async () => {
    const priced = await aDatabase()
    const [payer] = await someAccounts(priced.db, 'PRODUCTION')
    const inflows = { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 1000 }
    const rates = { accountCreationKobo: 0, maintenanceKobo: 0, inflows }
    await ownRates(priced.db, payer.merchantId, 'staticAccounts', rates)
    expect(await command(priced)).toEqual({ code: 0, output: 'lost 0, duplicated 0, imbalance 0, audit gaps 0\n' })
    const id = await priced.db.transaction().execute((t) => payOut(t, payer, 'FAILED', { response_code: null }))
    expect(await command(priced)).toEqual({
      code: 1,
      output:
        `1 × payout-without-audit: Payouts finalized by an operator without an audit record: ${id}\n` +
        'lost 0, duplicated 0, imbalance 0, audit gaps 1\n',
    })
    await priced.close()
  })
})

/** Returns the findings after a planted fault, with all guards of the ledger disabled, and rolls everything back. */
async function unguarded(plant: (t: Transaction) => Promise<unknown>): Promise<Record<string, number>>
async function unguarded<T>(plant: (t: Transaction) => Promise<unknown>, look: (found: Findings) => T): Promise<T>
async function unguarded(plant: (t: Transaction) => Promise<unknown>, look: (found: Findings) => unknown = kindsOf) {
  const t = await db.startTransaction().execute()
  try {
    await sql`grant all on transfer, entry, profit, audit to current_user`.execute(t)
    await sql`alter table entry disable trigger user, drop constraint entry_transfer`.execute(t)
    await sql`alter table transfer disable trigger user`.execute(t)
    await sql`alter table transaction disable trigger user, enable trigger transaction_keys`.execute(t)
    await sql`alter table hold disable trigger user`.execute(t)
    await sql`alter table settlement_item disable trigger user`.execute(t)
    await sql`alter table profit disable trigger user`.execute(t)
    await sql`alter table card disable trigger user`.execute(t)
    await sql`alter table card_purchase disable trigger user`.execute(t)
    await sql`alter table account drop constraint account_available_kobo_check`.execute(t)
    await plant(t)
    // The faults of keys are planted in their own test.
    await sql`delete from reference_key where kind <> 'BATCH'`.execute(t)
    await fillReferenceKeys(t)
    return look(await findViolations(t))
  } finally {
    await t.rollback().execute()
  }
}

function kindsOf(findings: Findings): Record<string, number> {
  return Object.fromEntries(
    Object.values(findings)
      .flat()
      .map(({ kind, count }) => [kind, count]),
  )
}

/** Changes the first entry of a transfer: the customer's. */
async function changeEntry(t: Transaction, transferId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update entry set ${change} where transfer_id = ${transferId} and position = 0`.execute(t)
}

async function changeHold(t: Transaction, transactionId: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update hold set ${change} where transaction_id = ${transactionId}`.execute(t)
}

async function changeTransaction(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update transaction set ${change} where id = ${id}`.execute(t)
}

/** A payout that an operator failed and that has no status queries. */
async function decidedAlone(t: Transaction, { hoursAgo }: { hoursAgo: number }): Promise<string> {
  const id = await payOut(t, shop, 'FAILED', { response_code: null, asked_until: null })
  await auditRow(t, 'payout.failed', ['transaction', id], { status: 'FAILED' }, { status: 'PENDING' })
  await sql`alter table hold disable trigger hold_final`.execute(t)
  await changeHold(t, id, sql`ended_at = now() - make_interval(hours => ${hoursAgo})`)
  await sql`alter table hold enable trigger hold_final`.execute(t)
  return id
}

/** Logs a response of the switch about a payout. */
async function heard(t: Transaction, transaction_id: string, response_code: string): Promise<void> {
  const { merchantId: merchant_id } = shop
  const row = { id: idAt(at), merchant_id, transaction_id, created_at: at, category: 'TRANSACTION_STATUS' }
  await t
    .insertInto('payout_log')
    .values({ ...row, response_code })
    .execute()
}

async function decideKyc(t: Transaction, merchantId: string, decidedAt = at): Promise<void> {
  await sql`alter table merchant disable trigger merchant_kyc_steps`.execute(t)
  const seen = await t.selectFrom('merchant').selectAll().where('id', '=', merchantId).executeTakeFirstOrThrow()
  await sql`update merchant set verified = 'ACCEPTED', decided_at = ${decidedAt} where id = ${merchantId}`.execute(t)
  await countKycStep(t, seen, 'ACCEPTED')
}

async function upgrade(t: Transaction, decidedAt = at): Promise<string> {
  const id = idAt(at)
  await sql`insert into merchant_upgrade (id, mode, created_at, merchant_id, status, current_type, business_type,
      registration_number, decided_at)
    values (${id}, 'PRODUCTION', ${at}, ${shop.merchantId}, 'APPROVED', 'UNREGISTERED', 'REGISTERED', 'RC 1',
      ${decidedAt})`.execute(t)
  return id
}

async function tierUpgrade(t: Transaction, decidedAt = at): Promise<string> {
  const id = idAt(at)
  await sql`insert into wallet_upgrade (id, mode, created_at, merchant_id, wallet_id, status, current_tier,
      requested_tier, decided_at)
    values (${id}, 'PRODUCTION', ${at}, ${customer.merchantId}, ${customer.walletId}, 'COMPLETED', 1, 2,
      ${decidedAt})`.execute(t)
  return id
}

async function ownCharges(t: Transaction, name: string): Promise<void> {
  const row = { merchant_id: shop.merchantId, name, data: '{}', updated_at: at, valid_from: at }
  await t.insertInto('merchant_charge').values(row).execute()
}

async function webhook(t: Transaction, status: string, responseCode: number): Promise<void> {
  const [id, merchant_id] = [idAt(at), shop.merchantId]
  const event = { id, mode: 'PRODUCTION', merchant_id, transaction_id: uuidv7(), kind: 'transfer.success', body: '{}' }
  await t
    .insertInto('webhook_event')
    .values({ ...event, created_at: at, status, attempts: 1 })
    .execute()
  await t
    .insertInto('webhook_attempt')
    .values({ id: idAt(at), event_id: id, merchant_id, number: 1, at, response_code: responseCode, ms: 80 })
    .execute()
}

/** Runs `npm run verify`. */
function command({ url }: { url: string }): Promise<{ code: number; output: string }> {
  const env = { ...process.env, DATABASE_URL: url }
  return new Promise((resolve) => {
    execFile(process.execPath, [bundled('ledger/verify-command.ts')], { env, cwd: serverRoot() }, (error, output) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
    )
  })
}
