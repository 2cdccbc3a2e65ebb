import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { payOut, record } from '../../testing/ledger-fixtures.ts'
import { aBatch, aRow } from '../../testing/batches.ts'
import { type CustomerAccount, someAccounts } from '../../testing/customer-accounts.ts'
import { aDatabase } from '../../testing/database.ts'
import { idAt } from '../../testing/factories.ts'
import { findViolations } from '../verify.ts'

const database = await aDatabase()
const { db, pool } = database
afterAll(() => database.close())
const queues: Jobs = { enqueue: async () => {}, enqueueAll: async () => {}, work: async () => {}, stop: async () => {} }

let shop: CustomerAccount
let other: CustomerAccount
beforeAll(async () => {
  ;[shop] = await someAccounts(db, 'PRODUCTION')
  ;[other] = await someAccounts(db, 'PRODUCTION')
  await db.transaction().execute(async (t) => {
    for (const status of ['QUEUED', 'FAILED'] as const) await payOut(t, shop, status, { response_code: '51' })
  })
  await aBatch(db, queues, { id: shop.merchantId, mode: 'PRODUCTION' }, [aRow()])
})

const queued = (t: Transaction, account: CustomerAccount, reference: string) =>
  record(t, account, { reference, status: 'QUEUED', type: 'DEBIT', category: 'BANK_TRANSFER' })

/** Returns the findings about references after a planted fault, which is rolled back. */
async function faultsOf(plant: (t: Transaction) => Promise<unknown>): Promise<Record<string, number>> {
  const t = await db.startTransaction().execute()
  try {
    await plant(t)
    const found = Object.values(await findViolations(t)).flat()
    const referenceFindings = found.filter(({ kind }) => kind.includes('reference') || kind.includes('key'))
    return Object.fromEntries(referenceFindings.map(({ kind, count }) => [kind, count]))
  } finally {
    await t.rollback().execute()
  }
}

describe('reference checks', () => {
  it('finds nothing when two merchants use the same reference', async () => {
    const same = async (t: Transaction) => {
      await queued(t, shop, 'RENT-1')
      await queued(t, other, 'RENT-1')
    }
    expect(await faultsOf(same)).toEqual({})
  })

  it('rejects a second transaction of a merchant with the same reference', async () => {
    const twice = async (t: Transaction) => {
      await queued(t, shop, 'RENT-1')
      await queued(t, shop, 'RENT-1')
    }
    await expect(faultsOf(twice)).rejects.toThrow('reference_key_pkey')
  })

  it.each<[string, Record<string, number>, (t: Transaction) => Promise<unknown>]>([
    [
      'transactions and batches without a key',
      { 'reference-without-key': 3 },
      (t) =>
        sql`delete from reference_key where kind = 'BATCH' or id in (
        select id from transaction where status in ('QUEUED', 'FAILED'))`.execute(t),
    ],
    [
      'two transactions of a merchant with the same reference',
      { 'duplicate-reference': 1 },
      async (t) => {
        await queued(t, shop, 'RENT-1')
        await sql`alter table transaction disable trigger transaction_keys`.execute(t)
        await queued(t, shop, 'RENT-1')
      },
    ],
    [
      'two keys of one record',
      { 'reference-key-mismatch': 1 },
      (t) =>
        sql`insert into reference_key select merchant_id, mode, kind, reference || '-2', id from reference_key
        where kind = 'BATCH'`.execute(t),
    ],
    [
      'a key without a record',
      { 'orphaned-reference-key': 1 },
      (t) =>
        sql`insert into reference_key values (${shop.merchantId}, 'PRODUCTION', 'DEBIT', 'X', ${idAt(new Date())})`.execute(
          t,
        ),
    ],
    [
      'a transaction whose reference differs from its key',
      { 'reference-key-mismatch': 1 },
      (t) => sql`update transaction set reference = 'Y' where status = 'QUEUED'`.execute(t),
    ],
  ])('finds %s', async (_, found, plant) => {
    expect(await faultsOf(plant)).toEqual(found)
  })

  it('backfills missing keys of existing records, even when repeated', async () => {
    const { rows: all } = await pool.query('select * from reference_key order by 1, 2, 3, 4')
    await pool.query(
      `delete from reference_key where kind = 'BATCH' or id = (select max(id::text)::uuid from transaction)`,
    )
    for (let times = 0; times < 2; times++) await pool.query('call fill_reference_keys()')
    expect((await pool.query('select * from reference_key order by 1, 2, 3, 4')).rows).toEqual(all)
  })
})
