import { type RawBuilder, sql } from 'kysely'
import { describe } from 'vitest'
import { bill } from '../../testing/bill-bookkeeping.ts'
import { changeTransaction, own, postLines } from '../../testing/ledger-fixtures.ts'
import { healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import type { Transaction } from '../../db/database.ts'
import { billChecks } from './bill-checks.ts'

const { shop } = await healthyLedger()

describe('bill checks', () => {
  testChecks(billChecks, [
    [
      'a bill whose transaction is missing',
      { 'bill-unmatched': 1, 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
      async (t) => sql`delete from transaction where id = ${await bill(t, shop, 'QUEUED')}`.execute(t),
    ],
    [
      'a bill whose customer differs from its transaction',
      { 'bill-transaction-mismatch': 1 },
      async (t) => changeBill(t, await bill(t, shop, 'SUCCESS'), sql`customer = '08000000000'`),
    ],
    [
      'a bill that is still pending after its transaction succeeded',
      { 'bill-status-mismatch': 1, 'day-count-mismatch': 4, 'month-count-mismatch': 8 },
      async (t) => {
        await sql`alter table bill_payment disable trigger user`.execute(t)
        await changeBill(t, await bill(t, shop, 'SUCCESS'), sql`status = 'PENDING'`)
      },
    ],
    [
      'a bill that charges its payer a fee',
      { 'bill-with-charges': 1 },
      async (t) => changeTransaction(t, await bill(t, shop, 'QUEUED'), sql`fee_kobo = 100`),
    ],
    [
      'a bill with a lower commission than agreed',
      { 'bill-allocation-mismatch': 1, 'biller-float-mismatch': 1 },
      async (t) => changeBill(t, await bill(t, shop, 'SUCCESS'), sql`commission_kobo = commission_kobo + 100`),
    ],
    [
      'a bill whose commission has too little VAT posted',
      { 'bill-allocation-mismatch': 1 },
      async (t) => changeBill(t, await bill(t, shop, 'SUCCESS'), sql`commission_vat_kobo = commission_vat_kobo + 1`),
    ],
    [
      'a bill that was compensated at its full price',
      { 'bill-allocation-mismatch': 1, 'biller-float-mismatch': 1 },
      async (t) => {
        const id = await bill(t, shop, 'FAILED')
        const lines = [own(shop, 'RECOVERY', -100_000n), own(shop, 'BILLER_FLOAT', 100_000n)]
        await postLines(t, shop, 'COMPENSATION', id, lines)
      },
    ],
  ])
})

async function changeBill(t: Transaction, id: string, change: RawBuilder<unknown>): Promise<void> {
  await sql`update bill_payment set ${change} where id = ${id}`.execute(t)
}
