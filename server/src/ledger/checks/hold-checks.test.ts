import { sql } from 'kysely'
import { describe } from 'vitest'
import { idAt } from '../../testing/factories.ts'
import { changeHold, changeTransaction, collect, payOut, record } from '../../testing/ledger-fixtures.ts'
import { payOutOfChild } from '../../testing/child-bookkeeping.ts'
import { dispute } from '../../testing/dispute-bookkeeping.ts'
import { at, countMismatches, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { aLien } from '../../testing/liens.ts'
import { refund } from '../../testing/refund-bookkeeping.ts'
import { uuidv7 } from '../../uuid.ts'
import { hold } from '../ledger.ts'
import type { Transaction } from '../../db/database.ts'
import { holdChecks } from './hold-checks.ts'

const { shop, child, by, customer } = await healthyLedger()

describe('hold checks', () => {
  testChecks(holdChecks, [
    [
      'an open hold of a failed payout',
      { 'orphaned-hold': 1 },
      async (t) =>
        sql`update transaction set status = 'FAILED', response_code = '51' where id = ${await payOut(t, shop, 'PENDING')}`.execute(
          t,
        ),
    ],
    [
      'an open hold whose payout is missing',
      { 'orphaned-hold': 1 },
      async (t) => {
        await collect(t, shop)
        const { id, merchantId } = shop
        await hold(t, { accountId: id, merchantId, transactionId: uuidv7(), amountKobo: 5n, at: new Date(at) })
      },
    ],
    [
      'a released hold of a successful payout',
      { 'hold-released-without-failure': 1 },
      async (t) => changeHold(t, await payOut(t, shop, 'SUCCESS'), sql`status = 'VOIDED'`),
    ],
    [
      "a hold whose amount differs from its payout's total",
      { 'hold-amount-mismatch': 1, 'available-balance-mismatch': 1 },
      async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`amount_kobo = amount_kobo + 1`),
    ],
    [
      "a hold on another customer's account",
      { 'hold-account-mismatch': 1, 'available-balance-mismatch': 2 },
      async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`account_id = ${customer.id}`),
    ],
    [
      'a pending payout without a hold',
      { 'pending-without-hold': 1, 'available-balance-mismatch': 1 },
      async (t) => sql`delete from hold where transaction_id = ${await payOut(t, shop, 'PENDING')}`.execute(t),
    ],
    [
      'a posted payment that is marked as declined',
      { 'entries-without-success': 1, 'hold-posted-without-success': 1, ...countMismatches },
      async (t) => changeTransaction(t, await payOut(t, shop, 'SUCCESS'), sql`status = 'DECLINED'`),
    ],
    [
      'an open hold of a declined payment',
      { 'orphaned-hold': 1 },
      async (t) => changeTransaction(t, await payOut(t, shop, 'PENDING'), sql`status = 'DECLINED'`),
    ],
    [
      'a pending refund without a hold',
      { 'pending-without-hold': 1, 'refund-unmatched': 1 },
      (t) => record(t, shop, { category: 'REFUND', status: 'PENDING' }),
    ],
    [
      'a payout with a dispute hold',
      { 'hold-kind-mismatch': 1 },
      async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`kind = 'DISPUTE'`),
    ],
    [
      'a payout with a refund hold',
      { 'hold-kind-mismatch': 1 },
      async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`kind = 'REFUND'`),
    ],
    [
      'a payout with a lien hold',
      { 'hold-kind-mismatch': 1 },
      async (t) => changeHold(t, await payOut(t, shop, 'PENDING'), sql`kind = 'LIEN'`),
    ],
    [
      'a lien with two open holds',
      { 'duplicate-hold': 1, 'lien-hold-mismatch': 1 },
      async (t) => {
        await sql`drop index hold_open_of_lien`.execute(t)
        await sql`insert into hold (id, account_id, merchant_id, lien_id, kind, amount_kobo, wanted_kobo, created_at)
        select ${idAt(at)}, account_id, merchant_id, lien_id, kind, 0, 1, ${at}
        from hold where lien_id = ${await aLien(t, shop, { amountKobo: 5n })} and status = 'HELD'`.execute(t)
      },
    ],
    [
      'a hold without an owner',
      { 'invalid-hold-owner': 1, 'pending-without-hold': 1 },
      async (t) => {
        await sql`alter table hold drop constraint hold_one_owner`.execute(t)
        await changeHold(t, await payOut(t, shop, 'PENDING'), sql`transaction_id = null`)
      },
    ],
    [
      'a dispute with two open holds',
      { 'duplicate-hold': 1, 'available-balance-mismatch': 1 },
      async (t) => {
        await sql`drop index hold_open_of_dispute`.execute(t)
        await sql`insert into hold (id, account_id, merchant_id, dispute_id, kind, amount_kobo, wanted_kobo, created_at)
        select ${idAt(at)}, account_id, merchant_id, dispute_id, kind, amount_kobo, wanted_kobo, created_at
        from hold where dispute_id = ${(await underReview(t)).disputeId} and status = 'HELD'`.execute(t)
      },
    ],
    [
      'a queued refund that places a hold without a dispute',
      { 'orphaned-hold': 1 },
      async (t) => {
        const { id: transactionId } = await refund(t, shop, 'QUEUED')
        const { id: accountId, merchantId } = shop
        const early = { transactionId, kind: 'REFUND', amountKobo: 100_000n, at: new Date(at) } as const
        await hold(t, { accountId, merchantId, ...early })
      },
    ],
    [
      'a hold for a child account payout that excludes its linked charge',
      { 'hold-amount-mismatch': 1, 'available-balance-mismatch': 1 },
      async (t) => changeHold(t, (await payOutOfChild(t, child, 'PENDING')).id, sql`amount_kobo = 250000`),
    ],
  ])
})

function underReview(t: Transaction) {
  return dispute(t, shop, ['IN_PROGRESS'], by)
}
