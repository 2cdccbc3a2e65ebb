import { sql } from 'kysely'
import { describe } from 'vitest'
import { healthyLedger, profitMismatches, testChecks } from '../../testing/healthy-ledger.ts'
import { line, own, postLines } from '../../testing/ledger-fixtures.ts'
import { uuidv7 } from '../../uuid.ts'
import { providerAccount } from '../provider-accounts.ts'
import { balanceChecks } from './balance-checks.ts'

const { friend, shop } = await healthyLedger()

describe('balance checks', () => {
  testChecks(balanceChecks, [
    [
      'a booked balance that is off by one kobo',
      { 'booked-balance-mismatch': 1, 'available-balance-mismatch': 1, 'mode-out-of-balance': 1 },
      (t) => sql`update account set booked_kobo = booked_kobo + 1 where id = ${shop.id}`.execute(t),
    ],
    [
      'an available balance that is off by one kobo',
      { 'available-balance-mismatch': 1 },
      (t) => sql`update account set available_kobo = available_kobo - 1 where id = ${shop.id}`.execute(t),
    ],
    [
      'an account with a negative balance',
      { 'negative-balance': 1, ...profitMismatches },
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
      'a provider account balance that is off by one kobo',
      { 'provider-balance-mismatch': 1, 'mode-out-of-balance': 1 },
      (t) =>
        sql`update provider_account set balance_kobo = balance_kobo + 1
        where id = ${providerAccount('PRODUCTION', 'FEE_INCOME')}`.execute(t),
    ],
    [
      'a provider balance change that was folded twice',
      { 'provider-balance-mismatch': 1, 'mode-out-of-balance': 1 },
      (t) =>
        sql`insert into balance_delta (id, account_id, amount_kobo)
        values (${uuidv7()}, ${providerAccount('SANDBOX', 'FLOAT_NIP')}, 7)`.execute(t),
    ],
    [
      'a balance change of an account that does not exist',
      { 'orphaned-balance-delta': 1 },
      (t) =>
        sql`insert into balance_delta (id, account_id, amount_kobo) values (${uuidv7()}, ${uuidv7()}, 7)`.execute(t),
    ],
  ])
})
