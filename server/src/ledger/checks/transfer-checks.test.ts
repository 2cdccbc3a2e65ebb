import { sql } from 'kysely'
import { describe } from 'vitest'
import { changeEntry, charge, collect, compensate, own, payOut, postLines } from '../../testing/ledger-fixtures.ts'
import { healthyLedger, profitMismatches, testChecks } from '../../testing/healthy-ledger.ts'
import { uuidv7 } from '../../uuid.ts'
import { providerAccount } from '../provider-accounts.ts'
import { transferChecks } from './transfer-checks.ts'

const { shop, test } = await healthyLedger()

describe('transfer checks', () => {
  testChecks(transferChecks, [
    [
      'a transfer whose transaction is missing',
      { 'orphaned-transfer': 1 },
      (t) =>
        postLines(t, shop, 'PROVIDER_COST', uuidv7(), [own(shop, 'PROVIDER_COST', -5n), own(shop, 'FLOAT_NIP', 5n)]),
    ],
    [
      'a transfer without entries',
      {
        'transfer-without-entries': 1,
        'booked-balance-mismatch': 1,
        'provider-balance-mismatch': 1,
        'account-day-mismatch': 2,
        ...profitMismatches,
      },
      async (t) => sql`delete from entry where transfer_id = ${await charge(t, shop)}`.execute(t),
    ],
    [
      'entries without a transfer',
      { 'entries-without-transfer': 1, 'profit-mismatch': 1 },
      async (t) => sql`delete from transfer where id = ${await charge(t, shop)}`.execute(t),
    ],
    [
      'an entry on an account that does not exist',
      { 'entry-without-account': 1, 'booked-balance-mismatch': 1, 'account-day-mismatch': 2 },
      async (t) => changeEntry(t, await charge(t, shop), sql`account_id = ${uuidv7()}`),
    ],
    [
      'a payout whose customer entry shows no transaction',
      { 'success-without-entries': 1, 'entry-without-transaction': 1 },
      async (t) =>
        sql`update entry set transaction_id = null where transaction_id = ${await payOut(t, shop, 'SUCCESS')}`.execute(
          t,
        ),
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
      'a transfer between a sandbox customer and production income',
      { 'cross-mode-transfer': 1, 'booked-balance-mismatch': 2, 'account-day-mismatch': 2 },
      async (t) => changeEntry(t, await charge(t, shop), sql`account_id = ${test.id}`),
    ],
    [
      'a transfer between a production customer and sandbox income',
      { 'cross-mode-transfer': 1, 'mode-out-of-balance': 2, 'profit-out-of-balance': 2 },
      async (t) => {
        const id = await charge(t, shop)
        const elsewhere = providerAccount('SANDBOX', 'FEE_INCOME')
        await sql`update entry set account_id = ${elsewhere} where transfer_id = ${id} and position = 1`.execute(t)
        await sql`update balance_delta set account_id = ${elsewhere} where amount_kobo = 500`.execute(t)
      },
    ],
    [
      'a compensation posted on the retired account',
      { 'retired-account-posting': 1 },
      async (t) => {
        const id = await payOut(t, shop, 'FAILED')
        await postLines(t, shop, 'COMPENSATION', id, [
          own(shop, 'SETTLEMENT_CLEARING', -5n),
          own(shop, 'FLOAT_NIP', 5n),
        ])
      },
    ],
  ])
})
