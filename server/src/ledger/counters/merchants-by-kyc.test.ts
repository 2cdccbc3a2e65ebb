import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import type { Transaction } from '../../db/database.ts'
import { aDatabase } from '../../testing/database.ts'
import { aMerchant } from '../../testing/factories.ts'
import { foldAll, foldDeltas } from '../fold.ts'
import { faultCounts, verifyLedger } from '../verify.ts'
import { countKycStep, countMerchants, recountMerchants, merchantsByKyc } from './merchants-by-kyc.ts'

const database = await aDatabase()
const { db } = database
afterAll(() => database.close())

const nothing = { lost: 0, duplicated: 0, imbalance: 0, auditGaps: 0 }
type Merchant = Awaited<ReturnType<typeof aMerchant>>

async function review(t: Transaction, merchant: Merchant): Promise<void> {
  await t.updateTable('merchant').set({ verified: 'PROCESSING' }).where('id', '=', merchant.id).execute()
  await countKycStep(t, merchant, 'PROCESSING')
}

async function counted(): Promise<Record<string, number>> {
  const rows = await merchantsByKyc(db, 'PRODUCTION')
  return Object.fromEntries(rows.map(({ verified, n }) => [verified, Number(n)]).filter(([, n]) => n !== 0))
}

async function actualCounts(): Promise<Record<string, number>> {
  const { rows } = await sql<{ verified: string; n: number }>`
    select verified, count(*)::int as n from merchant where mode = 'PRODUCTION' group by 1`.execute(db)
  return Object.fromEntries(rows.map(({ verified, n }) => [verified, n]))
}

it('counts concurrent KYC decisions exactly without blocking', async () => {
  const [one, other, third] = await Promise.all([aMerchant(db), aMerchant(db), aMerchant(db)])
  await foldAll(db)
  const open = await db.startTransaction().execute()
  await review(open, one)
  await db.transaction().execute(async (t) => {
    await sql`set local lock_timeout = '2s'`.execute(t)
    await review(t, other)
  })
  expect(await counted()).toEqual({ SUBMITTED: 2, PROCESSING: 1 })
  // Folding does not wait for open transactions either.
  expect(await foldDeltas(db)).toBe(2)
  expect(await counted()).toEqual({ SUBMITTED: 2, PROCESSING: 1 })
  await open.commit().execute()
  expect(await counted()).toEqual({ SUBMITTED: 1, PROCESSING: 2 })
  await foldAll(db)
  const undone = await db.startTransaction().execute()
  await review(undone, third)
  await undone.rollback().execute()
  expect(await counted()).toEqual({ SUBMITTED: 1, PROCESSING: 2 })
  expect(await counted()).toEqual(await actualCounts())
  expect(faultCounts(await verifyLedger(db))).toEqual(nothing)
})

it('keeps counts exact before, during and after folds in both modes', async () => {
  for (let turn = 0; turn < 6; turn++) {
    const mode = turn % 3 === 0 ? 'SANDBOX' : 'PRODUCTION'
    const merchant = await aMerchant(db, { mode })
    if (turn % 2 === 0) await foldDeltas(db)
    const folding = turn === 3 ? foldAll(db) : null
    await db.transaction().execute((t) => review(t, merchant))
    await folding
    expect(await counted()).toEqual(await actualCounts())
    expect(faultCounts(await verifyLedger(db))).toEqual(nothing)
  }
  await foldAll(db)
  expect(await counted()).toEqual(await actualCounts())
  expect(faultCounts(await verifyLedger(db))).toEqual(nothing)
  // A list without merchant, second dimension and days has few cells, so that reading it is cheap.
  const rows = await db
    .selectFrom('count_month')
    .select(['mode', 'type', 'n'])
    .where('scope', '=', 'KYC')
    .where('n', '<>', 0n)
    .orderBy('mode')
    .orderBy('type')
    .execute()
  expect(rows).toEqual([
    { mode: 'PRODUCTION', type: '*', n: 7n },
    { mode: 'PRODUCTION', type: 'PROCESSING', n: 6n },
    { mode: 'PRODUCTION', type: 'SUBMITTED', n: 1n },
    { mode: 'SANDBOX', type: '*', n: 2n },
    { mode: 'SANDBOX', type: 'PROCESSING', n: 2n },
  ])
})

it('recounts rows of an older release once when several servers start', async () => {
  await db.updateTable('merchant').set({ verified: 'REJECTED' }).where('verified', '=', 'PROCESSING').execute()
  const [known] = await db.selectFrom('merchant').selectAll().where('mode', '=', 'PRODUCTION').execute()
  if (!known) throw new Error('There are merchants')
  // Simulates a count whose row was lost by the old release.
  await db.transaction().execute((t) => countMerchants(t, [known]))
  expect(faultCounts(await verifyLedger(db))).not.toEqual(nothing)
  const start = () => db.transaction().execute(recountMerchants)
  await Promise.all([start(), start(), start(), foldAll(db)])
  expect(await counted()).toEqual(await actualCounts())
  expect(faultCounts(await verifyLedger(db))).toEqual(nothing)
})
