import { sql } from 'kysely'
import { describe } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { anAccountOf, type CustomerAccount } from '../../testing/customer-accounts.ts'
import { aPastFreeze } from '../../testing/freezes.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { collect, move, payOut, record } from '../../testing/ledger-fixtures.ts'
import { freezeChecks } from './freeze-checks.ts'

const { shop, customer, friend, store, otherStore } = await healthyLedger()

/** A freeze of the day on which the fixtures move money. */
const thatDay = { from: '2026-03-04T09:59:00Z', until: '2026-03-04T10:30:00Z' }
const callOf =
  ({ merchantId }: CustomerAccount, at: string) =>
  (t: Transaction) =>
    sql`insert into inbound_call (caller, call, reference, merchant_id, at, said_sha256, reply)
    values (${merchantId}, 'payout', 'R-1', ${merchantId}, ${at}, repeat('a', 64), '{}')`.execute(t)

describe('freeze checks', () => {
  testChecks(freezeChecks, [
    [
      'a payout that was held inside a freeze',
      { 'moved-while-frozen': 1 },
      async (t) => {
        await payOut(t, friend, 'PENDING')
        await aPastFreeze(t, friend, { ...thatDay, scopes: ['MONEY_OUT'] })
      },
    ],
    [
      'a collection that was credited inside a freeze',
      { 'moved-while-frozen': 1 },
      async (t) => {
        await collect(t, friend)
        await record(t, friend, { type: 'CREDIT', category: 'BANK_FUNDING', status: 'DECLINED' })
        await aPastFreeze(t, friend, { ...thatDay, scopes: ['COLLECTIONS'] })
      },
    ],
    [
      'a call that a merchant made inside a freeze',
      { 'moved-while-frozen': 1 },
      async (t) => {
        await aPastFreeze(t, friend, { ...thatDay, scopes: ['SIGNED_CALLS'] })
        await callOf(friend, '2026-03-04T10:00:00Z')(t)
      },
    ],
    [
      'scopes of a merchant and an account without a freeze in force, and a freeze without effect',
      { 'freeze-mismatch': 3 },
      async (t) => {
        await sql`update merchant set frozen_scopes = '{CARDS}' where id = ${shop.merchantId}`.execute(t)
        await sql`update account set frozen_scopes = '{CARDS}' where id = ${customer.id}`.execute(t)
        await aPastFreeze(t, store, { from: '2027-01-01T00:00:00Z', scopes: ['COLLECTIONS'] })
      },
    ],
    [
      'a freeze without audit records',
      { 'freeze-without-audit': 1 },
      (t) =>
        aPastFreeze(t, friend, {
          from: '2025-01-01T00:00:00Z',
          until: '2025-01-02T00:00:00Z',
          scopes: ['CARDS'],
          isAudited: false,
        }),
    ],
    [
      'a transfer out of a frozen merchant, but not one into it',
      { 'moved-while-frozen': 1 },
      async (t) => {
        await move(t, friend, otherStore, ['MERCHANT_DEBIT', 'TRANSFER_FROM_MERCHANT'])
        await aPastFreeze(t, friend, { ...thatDay, scopes: ['MONEY_OUT'] })
      },
    ],
    [
      'a payment at a terminal of a frozen store',
      { 'moved-while-frozen': 1 },
      async (t) => {
        await collect(t, await anAccountOf(t, friend, 'TERMINAL'))
        await aPastFreeze(t, otherStore, { ...thatDay, scopes: ['COLLECTIONS'] })
      },
    ],
    [
      'a payment to a child account of a frozen wallet',
      { 'moved-while-frozen': 1, 'child-payment-with-own-fee': 1 },
      async (t) => {
        // Inside the freeze, but not among the other payments of this holder.
        const evening = { from: '2026-03-04T20:00:00Z', until: '2026-03-04T22:00:00Z' }
        await collect(t, await anAccountOf(t, customer, 'CHILD'), { created_at: '2026-03-04T21:00:00.000Z' })
        await aPastFreeze(t, customer, { ...evening, scopes: ['COLLECTIONS'] })
      },
    ],
  ])
})
