import { type RawBuilder, sql } from 'kysely'
import { describe } from 'vitest'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { collect, payOut, record } from '../../testing/ledger-fixtures.ts'
import { anUnpaidSettlement } from '../../testing/settlement-bookkeeping.ts'
import type { Transaction } from '../../db/database.ts'
import { settlementChecks } from './settlement-checks.ts'

const { shop, friend, store } = await healthyLedger()

describe('settlement checks', () => {
  testChecks(settlementChecks, [
    [
      'a settlement above the sum of its collections',
      { 'settlement-amount-mismatch': 1 },
      async (t) => changeSettlement(t, await anUnpaidSettlement(t, shop), sql`amount_kobo = amount_kobo + 1`),
    ],
    [
      'a settlement marked as successful without an attempt',
      { 'settlement-attempt-mismatch': 1 },
      async (t) => changeSettlement(t, await anUnpaidSettlement(t, shop), sql`status = 'SUCCESSFUL'`),
    ],
    [
      'a settlement from an account that did not receive its collections',
      { 'settlement-item-account-mismatch': 1 },
      async (t) => changeSettlement(t, await anUnpaidSettlement(t, shop), sql`account_id = ${store.id}`),
    ],
    [
      'a collection settled above its credited amount',
      { 'settlement-item-amount-mismatch': 1 },
      async (t) => {
        const id = await anUnpaidSettlement(t, shop)
        await changeSettlement(t, id, sql`amount_kobo = amount_kobo + 1`)
        await sql`update settlement_item set amount_kobo = amount_kobo + 1 where settlement_id = ${id}`.execute(t)
      },
    ],
    [
      'a collection with a deduction above its refunds',
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
      'a collection before the watermark that was never scanned',
      { 'unscanned-collection': 1 },
      async (t) => {
        await collect(t, friend)
        await t
          .insertInto('settlement_mark')
          .values({
            account_id: friend.id,
            merchant_id: friend.merchantId,
            since: at,
            until: '2026-03-04T10:00:01.000Z',
          })
          .execute()
      },
    ],
    [
      'a settlement that was paid by two attempts',
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
      'a settlement transaction without a settlement',
      { 'orphaned-settlement-attempt': 1 },
      (t) => record(t, shop, { category: 'SETTLEMENT', status: 'QUEUED' }),
    ],
  ])
})

async function changeSettlement(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update settlement set ${change} where id = ${id}`.execute(t)
}
