import { sql } from 'kysely'
import { describe } from 'vitest'
import { uuidv7 } from '../../uuid.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { providerAccount } from '../provider-accounts.ts'
import { dayChecks } from './day-checks.ts'

const { shop } = await healthyLedger()

describe('day checks', () => {
  testChecks(dayChecks, [
    [
      'an account day that is short by one kobo',
      { 'account-day-mismatch': 1 },
      (t) =>
        sql`update account_day set in_kobo = in_kobo - 1, closing_kobo = closing_kobo - 1 where account_id = ${shop.id}`.execute(
          t,
        ),
    ],
    [
      'an entry that is counted twice in its account day',
      { 'account-day-mismatch': 1, 'provider-balance-mismatch': 1, 'mode-out-of-balance': 1 },
      (t) =>
        sql`insert into balance_delta (id, account_id, day, amount_kobo)
        values (${uuidv7()}, ${providerAccount('SANDBOX', 'FLOAT_NIP')}, '2026-03-04', 7)`.execute(t),
    ],
    [
      'a missing account day',
      { 'account-day-mismatch': 1 },
      (t) => sql`delete from account_day where account_id = ${shop.id}`.execute(t),
    ],
    [
      'an account day with a closing balance one kobo too high',
      { 'closing-balance-mismatch': 1 },
      (t) => sql`update account_day set closing_kobo = closing_kobo + 1 where account_id = ${shop.id}`.execute(t),
    ],
    [
      'an account day with an entry count one too high',
      { 'account-day-mismatch': 1 },
      (t) => sql`update account_day set n = n + 1 where account_id = ${shop.id}`.execute(t),
    ],
  ])
})
