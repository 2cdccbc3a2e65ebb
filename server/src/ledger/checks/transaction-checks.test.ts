import { sql } from 'kysely'
import { describe } from 'vitest'
import {
  changeHold,
  changeTransaction,
  collect,
  line,
  move,
  own,
  payOut,
  postLines,
  record,
} from '../../testing/ledger-fixtures.ts'
import { collectOnChild, payOutOfChild } from '../../testing/child-bookkeeping.ts'
import { failedByOperator, logResponse } from '../../testing/decisions.ts'
import { countMismatches, healthyLedger, profitMismatches, testChecks } from '../../testing/healthy-ledger.ts'
import { transactionChecks } from './transaction-checks.ts'

const { shop, customer, friend, child, store, terminal } = await healthyLedger()

describe('transaction checks', () => {
  testChecks(transactionChecks, [
    [
      'a successful transaction without entries',
      { 'success-without-entries': 1 },
      (t) => record(t, shop, { status: 'SUCCESS', response_code: '00' }),
    ],
    [
      'a successful transaction whose posting is missing',
      {
        'success-without-entries': 1,
        'booked-balance-mismatch': 1,
        'provider-balance-mismatch': 3,
        'account-day-mismatch': 4,
        ...profitMismatches,
      },
      async (t) => {
        const id = await payOut(t, shop, 'SUCCESS')
        const entries = sql`delete from entry using transfer where transfer.id = transfer_id and transfer.transaction_id = ${id}`
        await entries.execute(t)
        await sql`delete from transfer where transaction_id = ${id}`.execute(t)
      },
    ],
    [
      'entries whose transaction is missing',
      { 'orphaned-entries': 1, 'orphaned-transfer': 1, ...countMismatches },
      async (t) => sql`delete from transaction where id = ${await collect(t, shop)}`.execute(t),
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
      'a collection posted one kobo too high',
      { 'transaction-amount-mismatch': 1 },
      async (t) => {
        const { id } = await record(t, shop, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'SUCCESS' })
        await postLines(t, shop, 'COLLECTION', id, [line(shop, 250_001n, id), own(shop, 'FLOAT_NIP', -250_001n)])
      },
    ],
    [
      "a collection posted to another customer's account",
      { 'transaction-account-mismatch': 1 },
      async (t) => {
        const { id } = await record(t, shop, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'SUCCESS' })
        await postLines(t, shop, 'COLLECTION', id, [line(customer, 250_000n, id), own(shop, 'FLOAT_NIP', -250_000n)])
      },
    ],
    [
      'a posted payout that is marked as failed',
      { 'entries-without-success': 1, 'hold-posted-without-success': 1, ...countMismatches },
      async (t) =>
        sql`update transaction set status = 'FAILED' where id = ${await payOut(t, shop, 'SUCCESS')}`.execute(t),
    ],
    [
      "a book transfer recorded on the payer's side only",
      {
        'one-sided-book-transfer': 1,
        'orphaned-entries': 1,
        ...countMismatches,
      },
      async (t) =>
        sql`delete from transaction where reference = ${await move(t, shop, customer)} and type = 'CREDIT'`.execute(t),
    ],
    [
      'two payouts with the same session ID',
      { 'duplicate-session-id': 1 },
      async (t) => {
        await payOut(t, shop, 'SUCCESS', { session_id: '000023260304110000000000000001' })
        await payOut(t, customer, 'PENDING', { session_id: '000023260304110000000000000001' })
      },
    ],
    [
      'a transaction without an account',
      { 'transaction-without-account': 1 },
      async (t) => changeTransaction(t, await payOut(t, shop, 'QUEUED'), sql`account_id = null`),
    ],
    [
      "a merchant transaction on a store's account",
      { 'transaction-scope-mismatch': 1 },
      async (t) => changeTransaction(t, await payOut(t, shop, 'QUEUED'), sql`account_id = ${store.id}`),
    ],
    [
      'a terminal transfer that its store does not record',
      // Also counted among the transactions of stores.
      { 'one-sided-book-transfer': 1, 'orphaned-entries': 1, 'day-count-mismatch': 8, 'month-count-mismatch': 16 },
      async (t) => {
        const reference = await move(t, terminal, store, ['TRANSFER_FROM_TERMINAL', 'TERMINAL_TO_STORE'])
        await sql`delete from transaction where reference = ${reference} and type = 'CREDIT'`.execute(t)
      },
    ],
    [
      "a store transfer from another merchant recorded as its own merchant's",
      { 'one-sided-book-transfer': 2 },
      (t) => move(t, friend, store, ['MERCHANT_DEBIT', 'TRANSFER_FROM_MERCHANT']),
    ],
    [
      'a settlement and a payout with the same session ID',
      { 'duplicate-session-id': 1, 'orphaned-settlement-attempt': 1 },
      async (t) => {
        await payOut(t, shop, 'SUCCESS', { session_id: '000023260304110000000000000003' })
        const fields = { category: 'SETTLEMENT', response_code: '51', session_id: '000023260304110000000000000003' }
        await record(t, shop, { ...fields, status: 'FAILED' })
      },
    ],
    [
      'a payout failed by an operator without status queries',
      { 'missing-status-query': 1 },
      (t) => failedByOperator(t, shop, { hoursAgo: 71 }),
    ],
    [
      'a payout failed by an operator without status queries after an inconclusive response',
      { 'missing-status-query': 1 },
      async (t) => logResponse(t, shop, await failedByOperator(t, shop, { hoursAgo: 1 }), '09'),
    ],
    [
      'a payout without a record at the switch and without further status queries',
      { 'missing-status-query': 1 },
      async (t) => changeHold(t, await payOut(t, shop, 'FAILED', { response_code: '25' }), sql`ended_at = now()`),
    ],
    [
      'a child account payout on another account',
      { 'transaction-scope-mismatch': 1, 'orphaned-charge': 1 },
      async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'QUEUED')).id, sql`account_id = ${shop.id}`),
    ],
    [
      'a linked charge whose posted amount differs from its own',
      { 'transaction-amount-mismatch': 1 },
      async (t) => changeTransaction(t, (await collectOnChild(t, child)).chargeId, sql`vat_kobo = vat_kobo - 1`),
    ],
  ])
})
