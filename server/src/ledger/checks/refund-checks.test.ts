import { sql } from 'kysely'
import { describe } from 'vitest'
import {
  changeRefund,
  changeTransaction,
  collect,
  compensate,
  incomeKobo,
  payOut,
} from '../../testing/ledger-fixtures.ts'
import { at, healthyLedger, testChecks } from '../../testing/healthy-ledger.ts'
import { idAt } from '../../testing/factories.ts'
import { refund, sender } from '../../testing/refund-bookkeeping.ts'
import { refundChecks } from './refund-checks.ts'

const { shop, customer, friend } = await healthyLedger()

describe('refund checks', () => {
  testChecks(refundChecks, [
    [
      'a refund whose transaction is missing',
      { 'refund-unmatched': 1, 'day-count-mismatch': 6, 'month-count-mismatch': 12 },
      async (t) => sql`delete from transaction where id = ${(await refund(t, shop, 'QUEUED')).id}`.execute(t),
    ],
    [
      'a refund whose amount differs from its transaction',
      { 'refund-transaction-mismatch': 1 },
      async (t) => changeRefund(t, (await refund(t, shop, 'SUCCESS')).refundId, sql`amount_kobo = amount_kobo - 1`),
    ],
    [
      'a refund of a payout',
      { 'refund-without-collection': 1, 'refund-beneficiary-mismatch': 1 },
      async (t) => {
        const { refundId } = await refund(t, shop, 'SUCCESS')
        await changeRefund(t, refundId, sql`transaction_id = ${await payOut(t, shop, 'SUCCESS')}`)
      },
    ],
    [
      "a refund of another merchant's collection",
      { 'refund-without-collection': 1, 'refund-account-mismatch': 1, 'refund-beneficiary-mismatch': 1 },
      async (t) => {
        const { refundId } = await refund(t, shop, 'SUCCESS')
        await changeRefund(t, refundId, sql`transaction_id = ${await collect(t, friend, sender)}`)
      },
    ],
    [
      "a refund debited from the merchant for a customer's collection",
      { 'refund-account-mismatch': 1 },
      async (t) => {
        const { id, refundId } = await refund(t, shop, 'QUEUED')
        const other = await collect(t, customer, sender)
        await changeRefund(t, refundId, sql`transaction_id = ${other}`)
        await sql`update transaction set reference = (select reference from transaction where id = ${other}) || '/R1'
        where id = ${id}`.execute(t)
      },
    ],
    [
      "a refund to an account other than the payer's",
      { 'refund-beneficiary-mismatch': 1 },
      async (t) => changeTransaction(t, (await refund(t, shop, 'SUCCESS')).id, sql`beneficiary_number = '0123456999'`),
    ],
    [
      'a refund with a fee',
      { 'refund-with-charges': 1 },
      async (t) => changeTransaction(t, (await refund(t, shop, 'QUEUED')).id, sql`fee_kobo = 100`),
    ],
    [
      'a refund requested by an operator without an audit record',
      { 'refund-without-audit': 1 },
      async (t) => {
        const name = { first_name: 'Ada', last_name: 'Obi', email: 'ada@refunds.test' }
        const staff = { id: idAt(at), created_at: at, role: 'ADMIN', ...name }
        await t.insertInto('staff').values(staff).execute()
        await changeRefund(t, (await refund(t, shop, 'QUEUED')).refundId, sql`staff_id = ${staff.id}`)
      },
    ],
    [
      'a collection refunded above its amount',
      { 'excess-refund': 1 },
      async (t) => {
        const { collectionId } = await refund(t, shop, 'SUCCESS', { amountKobo: incomeKobo })
        const other = await collect(t, shop, sender)
        const { id, refundId } = await refund(t, shop, 'QUEUED', { of: other, amountKobo: 1n })
        await changeRefund(t, refundId, sql`transaction_id = ${collectionId}`)
        await sql`update transaction set reference = (select reference from transaction where id = ${collectionId}) || '/R2'
        where id = ${id}`.execute(t)
      },
    ],
    [
      'a collection refunded in full after a late success of its failed refund',
      { 'excess-refund': 1 },
      async (t) => {
        const { id, collectionId } = await refund(t, shop, 'FAILED', { amountKobo: 250_000n })
        await refund(t, shop, 'SUCCESS', { of: collectionId, amountKobo: incomeKobo })
        await compensate(t, shop, id)
      },
    ],
  ])
})
