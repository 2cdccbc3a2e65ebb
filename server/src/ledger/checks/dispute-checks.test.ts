import { type RawBuilder, sql } from 'kysely'
import { describe } from 'vitest'
import { idAt } from '../../testing/factories.ts'
import { auditRow, changeRefund, collect, payOut } from '../../testing/ledger-fixtures.ts'
import { dispute } from '../../testing/dispute-bookkeeping.ts'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { refund, sender } from '../../testing/refund-bookkeeping.ts'
import { uuidv7 } from '../../uuid.ts'
import { holdForDispute } from '../dispute-holds.ts'
import { hold, voidHold } from '../ledger.ts'
import { transitionTransaction } from '../transactions.ts'
import type { Transaction } from '../../db/database.ts'
import { disputeChecks } from './dispute-checks.ts'

const { shop, customer, by, friend } = await healthyLedger()

describe('dispute checks', () => {
  testChecks(disputeChecks, [
    [
      'a dispute that exceeds its transaction',
      { 'invalid-disputed-transaction': 1 },
      async (t) => changeDispute(t, await underReview(t), sql`amount_kobo = 400000`),
    ],
    [
      "a dispute of another merchant's collection",
      { 'invalid-disputed-transaction': 1 },
      async (t) => changeDispute(t, await dispute(t, shop, [], by), sql`merchant_id = ${friend.merchantId}`),
    ],
    [
      'a dispute of a failed payout',
      { 'invalid-disputed-transaction': 1 },
      async (t) =>
        changeDispute(t, await dispute(t, shop, [], by), sql`transaction_id = ${await payOut(t, shop, 'FAILED')}`),
    ],
    [
      'a dispute under review without a hold',
      { 'dispute-without-hold': 1 },
      async (t) => voidHold(t, { disputeId: (await underReview(t)).disputeId }, new Date(at)),
    ],
    [
      'a rejected dispute with an open hold',
      { 'orphaned-dispute-hold': 1 },
      async (t) => {
        const one = await underReview(t)
        await changeDispute(t, one, sql`status = 'REJECTED'`)
        await auditRow(t, 'dispute.status', ['dispute', one.disputeId], { status: 'REJECTED' })
      },
    ],
    [
      'a new dispute with a hold before its review',
      { 'orphaned-dispute-hold': 1 },
      async (t) => {
        const { disputeId } = await dispute(t, shop, [], by)
        const { id: accountId, merchantId } = shop
        await holdForDispute(t, { disputeId, accountId, merchantId, wantedKobo: 1n, at: new Date(at) })
      },
    ],
    [
      'a dispute hold whose dispute does not exist',
      { 'orphaned-dispute-hold': 1, 'dispute-hold-exceeds-amount': 1 },
      async (t) => {
        await collect(t, shop)
        const { id: accountId, merchantId } = shop
        const owner = { disputeId: uuidv7(), kind: 'DISPUTE', amountKobo: 100n, at: new Date(at) } as const
        await hold(t, { accountId, merchantId, ...owner })
      },
    ],
    [
      'a debit dispute with a hold',
      { 'orphaned-dispute-hold': 1, 'dispute-hold-account-mismatch': 1 },
      async (t) => {
        const payout = await payOut(t, customer, 'SUCCESS')
        const { disputeId } = await dispute(t, customer, ['IN_PROGRESS'], { ...by, of: payout, type: 'DEBIT' })
        const { id: accountId, merchantId } = shop
        await holdForDispute(t, { disputeId, accountId, merchantId, wantedKobo: 1n, at: new Date(at) })
      },
    ],
    [
      'a dispute hold whose target exceeds the disputed amount',
      { 'dispute-hold-exceeds-amount': 1 },
      async (t) => changeHoldOf(t, await underReview(t), sql`wanted_kobo = 100001`),
    ],
    [
      "a dispute hold on the customer's account for a merchant's collection",
      { 'dispute-hold-account-mismatch': 1, 'available-balance-mismatch': 2 },
      async (t) => changeHoldOf(t, await underReview(t), sql`account_id = ${customer.id}`),
    ],
    [
      'a resolved dispute without a refund',
      { 'resolved-dispute-without-refund': 1 },
      async (t) => {
        const one = await underReview(t)
        await voidHold(t, one, new Date(at))
        await changeDispute(t, one, sql`status = 'RESOLVED'`)
        await auditRow(t, 'dispute.status', ['dispute', one.disputeId], { status: 'RESOLVED' })
      },
    ],
    [
      'disputes that were opened or closed without an audit record',
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
      'a dispute refund of another collection',
      { 'dispute-refund-mismatch': 1 },
      async (t) => changeDispute(t, await resolved(t), sql`transaction_id = ${await collect(t, shop, sender)}`),
    ],
    [
      'a dispute refund whose hold was released before it was sent',
      { 'dispute-refund-without-hold': 1, 'hold-released-without-failure': 1 },
      async (t) => voidHold(t, { transactionId: await refundTransactionOf(t, await resolved(t)) }, new Date(at)),
    ],
    [
      'a dispute that was refunded twice',
      { 'duplicate-dispute-refund': 1 },
      async (t) => {
        const { disputeId, collectionId } = await resolved(t)
        const { refundId } = await refund(t, shop, 'SUCCESS', { of: collectionId })
        await changeRefund(t, refundId, sql`dispute_id = ${disputeId}`)
      },
    ],
    [
      'a dispute whose hold was released with its failed refund',
      { 'dispute-without-hold': 1 },
      async (t) => {
        const transactionId = await refundTransactionOf(t, await resolved(t))
        await voidHold(t, { transactionId }, new Date(at))
        const row = await t
          .selectFrom('transaction')
          .selectAll()
          .where('id', '=', transactionId)
          .executeTakeFirstOrThrow()
        await transitionTransaction(t, row, 'FAILED', { response_code: '51' })
      },
    ],
  ])
})

function underReview(t: Transaction) {
  return dispute(t, shop, ['IN_PROGRESS'], by)
}

function resolved(t: Transaction) {
  return dispute(t, shop, ['IN_PROGRESS', 'RESOLVED'], by)
}

async function refundTransactionOf(t: Transaction, { refundId }: { refundId: string }): Promise<string> {
  const refunds = t.selectFrom('refund').select('refund_transaction_id').where('id', '=', refundId)
  return (await refunds.executeTakeFirstOrThrow()).refund_transaction_id
}

async function changeDispute(t: Transaction, { disputeId }: { disputeId: string }, change: RawBuilder<unknown>) {
  await sql`update dispute set ${change} where id = ${disputeId}`.execute(t)
}

async function changeHoldOf(t: Transaction, { disputeId }: { disputeId: string }, change: RawBuilder<unknown>) {
  await sql`update hold set ${change} where dispute_id = ${disputeId} and status = 'HELD'`.execute(t)
}
