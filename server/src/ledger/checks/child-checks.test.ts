import { sql } from 'kysely'
import { describe } from 'vitest'
import { changeTransaction, payOut, record } from '../../testing/ledger-fixtures.ts'
import { collectOnChild, payOutOfChild } from '../../testing/child-bookkeeping.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { childChecks } from './child-checks.ts'

const { shop, child } = await healthyLedger()

describe('child checks', () => {
  testChecks(childChecks, [
    [
      'a linked charge without a payment',
      { 'orphaned-charge': 1 },
      async (t) => changeTransaction(t, (await collectOnChild(t, child)).chargeId, sql`reference = 'KBO-ELSE/FEE'`),
    ],
    [
      'a linked charge with a malformed reference',
      { 'orphaned-charge': 1 },
      async (t) => changeTransaction(t, (await collectOnChild(t, child)).chargeId, sql`reference = reference || '2'`),
    ],
    [
      'a linked charge that is queued while its payout is pending',
      { 'charge-status-mismatch': 1 },
      async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'PENDING')).chargeId, sql`status = 'QUEUED'`),
    ],
    [
      'a linked charge that is pending after its payout failed',
      { 'charge-status-mismatch': 1 },
      async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'FAILED')).chargeId, sql`status = 'PENDING'`),
    ],
    [
      'a linked charge whose session ID differs from its payment',
      { 'charge-session-mismatch': 1 },
      async (t) => changeTransaction(t, (await payOutOfChild(t, child, 'SUCCESS')).chargeId, sql`session_id = null`),
    ],
    [
      'a linked charge that exceeds the collection',
      { 'charge-exceeds-payment': 1 },
      async (t) => {
        await collectOnChild(t, child)
        await collectOnChild(t, child, { amount: 1000n })
      },
    ],
    [
      'a linked charge that was posted separately from its payment',
      { 'charge-posted-separately': 1 },
      (t) => collectOnChild(t, child, { apart: true }),
    ],
    [
      "a linked charge on a merchant's main account",
      { 'charge-outside-child-account': 1, 'orphaned-charge': 1 },
      (t) => record(t, shop, { category: 'DEBIT_CHILD_ACCOUNT_CHARGES', status: 'FAILED', response_code: '51' }),
    ],
    [
      'child account payments that carry their own fees',
      { 'child-payment-with-own-fee': 2 },
      (t) => payOut(t, child, 'QUEUED'),
    ],
  ])
})
