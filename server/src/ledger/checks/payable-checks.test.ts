import { sql } from 'kysely'
import { describe } from 'vitest'
import { bill } from '../../testing/bill-bookkeeping.ts'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { idAt } from '../../testing/factories.ts'
import { own, postLines } from '../../testing/ledger-fixtures.ts'
import { payPayables } from '../../engine/payables.ts'
import { post } from '../ledger.ts'
import { payableChecks } from './payable-checks.ts'

const { shop, spender } = await healthyLedger()

describe('owed checks', () => {
  testChecks(payableChecks, [
    [
      'scheme payables above the cleared amount',
      { 'scheme-float-mismatch': 1 },
      (t) =>
        postLines(t, spender, 'CORRECTION', null, [own(spender, 'RECOVERY', -5n), own(spender, 'SCHEME_FLOAT', 5n)]),
    ],
    [
      'a scheme settlement that was posted without a record',
      { 'scheme-float-mismatch': 1, 'payables-settlement-mismatch': 1 },
      (t) => sql`delete from owed_payment where owed = 'SCHEME_FLOAT'`.execute(t),
    ],
    [
      'a biller settlement that was posted without a record',
      { 'payables-settlement-mismatch': 1, 'biller-float-mismatch': 1 },
      (t) => postLines(t, shop, 'BILLER_PAYMENT', null, [own(shop, 'BILLER_FLOAT', -5n), own(shop, 'FLOAT_NIP', 5n)]),
    ],
    [
      'a biller settlement whose recorded amount exceeds the posted one',
      { 'payables-settlement-mismatch': 1, 'biller-float-mismatch': 1 },
      async (t) => {
        await bill(t, shop, 'SUCCESS')
        await payPayables(t, 'BILLER_FLOAT', { mode: 'PRODUCTION', day: '2026-03-05', at: new Date(at) })
        await sql`update owed_payment set amount_kobo = amount_kobo + 1 where day = '2026-03-05' and owed = 'BILLER_FLOAT'`.execute(
          t,
        )
      },
    ],
    [
      'a biller settlement that was paid from the recovery account',
      { 'payables-settlement-mismatch': 1 },
      async (t) => {
        const id = idAt(at)
        const paid = { id, mode: 'PRODUCTION', owed: 'BILLER_FLOAT', day: '2026-03-05', at, amount_kobo: 5n }
        await t.insertInto('owed_payment').values(paid).execute()
        await post(t, {
          mode: 'PRODUCTION',
          kind: 'BILLER_PAYMENT',
          reference: 'BILLERS-2026-03-05',
          transactionId: null,
          merchantId: null,
          at: new Date(at),
          lines: [own(shop, 'BILLER_FLOAT', -5n), own(shop, 'RECOVERY', 5n)],
        })
      },
    ],
  ])
})
