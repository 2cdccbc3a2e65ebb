import { sql } from 'kysely'
import { describe } from 'vitest'
import { uuidv7 } from '../../uuid.ts'
import { countMismatches, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { payOut } from '../../testing/ledger-fixtures.ts'
import { aVirtualAccount, collectOn } from '../../testing/linked-checkouts.ts'
import { countMerchants } from '../counters/merchants-by-kyc.ts'
import { countChecks } from './count-checks.ts'

const { shop, friend } = await healthyLedger()

describe('count checks', () => {
  testChecks(countChecks, [
    [
      'a transaction that is not counted',
      countMismatches,
      async (t) => {
        await payOut(t, shop, 'QUEUED')
        await sql`delete from count_delta where id = (
        select max(id::text)::uuid from count_delta where scope = 'MERCHANT')`.execute(t)
      },
    ],
    [
      'a successful transaction that is counted twice',
      countMismatches,
      (t) =>
        sql`insert into count_delta (id, mode, scope, merchant_id, type, category, day, n, n_success, success_kobo) values (
        ${uuidv7()}, 'PRODUCTION', 'MERCHANT', ${shop.merchantId}, 'DEBIT', 'BANK_TRANSFER', '2026-03-04', 0, 1, 0)`.execute(
          t,
        ),
    ],
    [
      'a day whose counters were folded incorrectly',
      { 'day-count-mismatch': 1 },
      (t) =>
        sql`update count_day set success_kobo = success_kobo + 1
        where scope = 'MERCHANT' and type = '*' and category = '*' and mode = 'SANDBOX'`.execute(t),
    ],
    [
      'a merchant that is counted twice',
      { 'day-count-mismatch': 2, 'month-count-mismatch': 2 },
      (t) => countMerchants(t, [{ mode: 'PRODUCTION', verified: 'ACCEPTED' }]),
    ],
    [
      'a merchant counted under its KYC status before the decision',
      { 'day-count-mismatch': 2, 'month-count-mismatch': 2 },
      (t) => sql`update merchant set verified = 'REJECTED' where id = ${friend.merchantId}`.execute(t),
    ],
    [
      'a missing month',
      { 'month-count-mismatch': 2 },
      (t) =>
        sql`delete from count_month where scope = 'MERCHANT' and mode = 'SANDBOX' and type = '*' and category = '*'`.execute(
          t,
        ),
    ],
    [
      'a missing profit day of a merchant',
      { 'merchant-day-count-mismatch': 1 },
      (t) =>
        sql`delete from count_merchant_day where (mode, scope, merchant_id, day, type, category) = (
        select mode, scope, merchant_id, day, type, category from count_merchant_day limit 1)`.execute(t),
    ],
    [
      'a virtual account collection counted under another payment method',
      { 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
      async (t) => {
        const id = await collectOn(t, await aVirtualAccount(t, shop))
        await sql`update transaction set payment_method = 'CARD' where id = ${id}`.execute(t)
      },
    ],
  ])
})
