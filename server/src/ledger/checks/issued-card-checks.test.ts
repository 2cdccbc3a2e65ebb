import { type RawBuilder, sql } from 'kysely'
import { describe } from 'vitest'
import { spend, type Spent } from '../../testing/card-bookkeeping.ts'
import { changeTransaction, own, postLines } from '../../testing/ledger-fixtures.ts'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { aCardBatch } from '../../testing/issued-cards.ts'
import type { Transaction } from '../../db/database.ts'
import { issuedCardChecks } from './issued-card-checks.ts'

const { spender, customer, friend } = await healthyLedger()

describe('issued card checks', () => {
  testChecks(issuedCardChecks, [
    [
      'a card transaction without a scheme authorisation',
      { 'card-transaction-unmatched': 1 },
      async (t) => sql`delete from card_purchase where id = ${(await purchase(t, 'AUTHORISED')).id}`.execute(t),
    ],
    [
      "a card transaction on an account other than the card's",
      { 'transaction-scope-mismatch': 1, 'card-transaction-mismatch': 1 },
      async (t) => changeTransaction(t, await authorisationOf(t, 'DECLINED'), sql`account_id = ${friend.id}`),
    ],
    [
      'a card transaction without a card',
      {
        'card-transaction-unmatched': 1,
        'card-transaction-kind-mismatch': 1,
        'day-count-mismatch': 2,
        'month-count-mismatch': 4,
      },
      async (t) => changeTransaction(t, await authorisationOf(t, 'DECLINED'), sql`card_id = null`),
    ],
    [
      'a card purchase whose status differs from its transaction',
      { 'purchase-status-mismatch': 1 },
      async (t) => changePurchase(t, await purchase(t, 'EXPIRED'), sql`status = 'DECLINED'`),
    ],
    [
      'an authorisation whose hold exceeds it by one kobo',
      { 'authorisation-hold-mismatch': 1 },
      async (t) => changePurchase(t, await purchase(t, 'AUTHORISED'), sql`authorised_kobo = authorised_kobo - 1`),
    ],
    [
      'an authorisation whose hold differs from its transaction',
      { 'authorisation-hold-mismatch': 1, 'hold-amount-mismatch': 1, 'available-balance-mismatch': 1 },
      async (t) => {
        const { authorisation_id: id } = await purchase(t, 'AUTHORISED')
        await sql`update hold set amount_kobo = amount_kobo - 1 where transaction_id = ${id}`.execute(t)
      },
    ],
    [
      'a card purchase cleared above the posted amount',
      { 'clearing-mismatch': 1, 'scheme-float-mismatch': 1 },
      async (t) => changePurchase(t, await purchase(t, 'CLEARED'), sql`cleared_kobo = cleared_kobo + 1`),
    ],
    [
      'a card purchase whose recorded shortfall is below the posted one',
      { 'clearing-mismatch': 1 },
      async (t) => changePurchase(t, await purchase(t, 'COVERED'), sql`covered_kobo = covered_kobo - 1`),
    ],
    [
      'a card purchase that was authorised after its reversal',
      { 'authorised-after-reversal': 1 },
      async (t) => {
        const { mode, reference } = await purchase(t, 'AUTHORISED')
        await sql`insert into early_reversal (mode, reference, message_id, at)
        values (${mode}, ${reference}, 'reversal', ${at})`.execute(t)
      },
    ],
    [
      'a card purchase that was cleared twice',
      { 'duplicate-clearing': 1, 'clearing-mismatch': 1, 'scheme-float-mismatch': 1 },
      async (t) => {
        const { authorisation_id: id } = await purchase(t, 'LATE')
        await postLines(t, spender, 'CLEARING', id, [own(spender, 'RECOVERY', -5n), own(spender, 'SCHEME_FLOAT', 5n)])
      },
    ],
    [
      'a card purchase that was returned and is still marked as cleared',
      { 'return-mismatch': 1, 'scheme-float-mismatch': 1 },
      async (t) => changePurchase(t, await purchase(t, 'RETURNED'), sql`status = 'CLEARED'`),
    ],
    [
      'a card batch with a quantity above its number of holders',
      { 'card-batch-mismatch': 1 },
      async (t) => sql`update card_batch set quantity = 2 where id = ${(await aCard(t)).batch_id}`.execute(t),
    ],
    [
      "a card on the merchant's account that was requested for a customer",
      { 'card-holder-mismatch': 1 },
      async (t) =>
        sql`update card_batch_holder set wallet_id = ${customer.walletId} where card_id = ${(await aCard(t)).id}`.execute(
          t,
        ),
    ],
    [
      'a deleted card with an open authorisation',
      { 'deleted-card-with-hold': 1, 'card-without-audit': 1, 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
      async (t) => {
        const { card_id: id } = await purchase(t, 'AUTHORISED')
        await sql`update card set status = 'DELETED', deleted_at = ${at} where id = ${id}`.execute(t)
      },
    ],
    [
      'a declined card batch without an audit record',
      { 'card-batch-without-audit': 1 },
      async (t) => {
        const id = await aCardBatch(t, spender, { at: new Date(at) })
        await sql`update card_batch set status = 'DECLINED', decided_at = ${at}, decision_reason = 'No' where id = ${id}`.execute(
          t,
        )
      },
    ],
  ])
})

async function purchase(t: Transaction, outcome: Spent) {
  return (await spend(t, spender, outcome)).purchase
}

async function aCard(t: Transaction) {
  return (await spend(t, spender, 'AUTHORISED')).card
}

async function authorisationOf(t: Transaction, outcome: Spent): Promise<string> {
  return (await purchase(t, outcome)).authorisation_id ?? ''
}

async function changePurchase(t: Transaction, { id }: { id: string }, change: RawBuilder<unknown>): Promise<void> {
  await sql`update card_purchase set ${change} where id = ${id}`.execute(t)
}
