import { sql } from 'kysely'
import { describe } from 'vitest'
import { countMismatches, healthyLedger, profitMismatches, testChecks } from '../../testing/healthy-ledger.ts'
import { charge } from '../../testing/ledger-fixtures.ts'
import { profitChecks } from './profit-checks.ts'

const { shop } = await healthyLedger()

const profitCountMismatches = { ...countMismatches, 'merchant-day-count-mismatch': 1 }

describe('profit checks', () => {
  testChecks(profitChecks, [
    [
      'a charge whose recorded profit is one kobo too high',
      { ...profitMismatches, ...profitCountMismatches },
      async (t) => sql`update profit set fee_kobo = fee_kobo + 1 where id = ${await charge(t, shop)}`.execute(t),
    ],
    [
      'a charge without a profit row',
      { ...profitMismatches, ...profitCountMismatches },
      async (t) => sql`delete from profit where id = ${await charge(t, shop)}`.execute(t),
    ],
    [
      'a charge whose profit has another source',
      { 'profit-source-mismatch': 1, ...countMismatches, 'merchant-day-count-mismatch': 2 },
      async (t) => sql`update profit set source = 'kyc' where id = ${await charge(t, shop)}`.execute(t),
    ],
  ])
})
