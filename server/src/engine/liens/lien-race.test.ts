import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { testSeal } from '../../testing/factories.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { aFundedMerchant, aPayout, ownAccount } from '../../testing/payouts.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { idleJobs } from '../../testing/run-inline.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { receiveCollection } from '../collections/receive-collection.ts'
import type { Engine } from '../engine.ts'
import { holdFunds } from '../outbound/hold-funds.ts'
import { placeLien } from './place-lien.ts'
import { releaseLien } from './release-lien.ts'

const rounds = byDepth({ sample: 10, full: 100 })
/** Payouts, and liens, that meet in each round: the balance is enough for some of them. */
const atOnce = 4
const clock = () => new Date()
const deps = { jobs: idleJobs, seal: testSeal, clock }

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let engine: Engine
let staffId: string
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
  engine = { ...still.engine(), clock }
  staffId = await database.db.transaction().execute(someStaff)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

/** Returns whether a payout was held, and not failed for insufficient funds. */
async function pay(transactionId: string): Promise<boolean> {
  const name = { accountName: 'OKAFOR CHIDI', namedAt: clock().toISOString() }
  const request = { transactionId, sessionId: newSessionId(clock()), route: 'NIP' as const, name }
  const [row] = await transact(database.db, (t) => holdFunds(t, engine, [request], clock()))
  return row !== null
}

async function place(accountId: string, amountKobo: bigint): Promise<string> {
  return await transact(database.db, async (t) => {
    const order = { accountId, amountKobo, reason: 'A court ordered it', until: null, staffId }
    const { lien } = await placeLien(t, deps, 'PRODUCTION', order)
    await auditRow(t, 'lien.place', ['lien', lien.id], {})
    return lien.id
  })
}

async function release(lienId: string): Promise<void> {
  const endedBy = { staffId, reason: 'Lifted' }
  await transact(database.db, async (t) => {
    await releaseLien(t, deps, 'PRODUCTION', { lienId, endedBy })
    await auditRow(t, 'lien.release', ['lien', lienId], {})
  })
}

async function readAccount(id: string) {
  const { rows } = await sql<{ booked: bigint; available: bigint; held: bigint; missing: bigint }>`
    select booked_kobo as booked, available_kobo as available,
      (select coalesce(sum(amount_kobo), 0)::bigint from hold where account_id = account.id and status = 'HELD') as held,
      (select coalesce(sum(wanted_kobo - amount_kobo), 0)::bigint from hold
        where account_id = account.id and status = 'HELD' and wanted_kobo is not null) as missing
    from account where id = ${id}`.execute(database.db)
  const [row] = rows
  if (!row) throw new Error('This account does not exist')
  return row
}

it('never holds more than the balance when payouts, collections and liens meet', async () => {
  const { db } = database
  let paid = 0
  for (let round = 0; round < rounds; round += 1) {
    const merchant = await aFundedMerchant(db, 1_000_000n)
    const { id, account_number: accountNumber } = await ownAccount(db, merchant.id)
    const payouts: string[] = []
    for (let n = 0; n < atOnce; n += 1) payouts.push(await aPayout(db, idleJobs, { merchant, amountKobo: 250_000n }))
    const before = await place(id, 300_000n)
    const { booked } = await readAccount(id)
    // Liens arrive a little later in each round, so that they meet the payouts at every step.
    const placed = Array.from({ length: atOnce }, () => sleep((round * 20) / rounds).then(() => place(id, 200_000n)))
    const [outcomes, liens] = await Promise.all([
      Promise.all(payouts.map((payout) => pay(payout))),
      Promise.all(placed),
      release(before),
    ])
    paid += outcomes.filter(Boolean).length
    const raced = await readAccount(id)
    expect(raced.booked).toBe(booked)
    expect(raced.available).toBeGreaterThanOrEqual(0n)
    expect(raced.held).toBe(booked - raced.available)
    // What is available is held as long as a lien is short.
    if (raced.missing > 0n) expect(raced.available).toBe(0n)

    const sender = { name: 'Ngozi Bello', accountNumber: '0123456900', bankCode: '058' }
    const at = clock()
    const collection = { mode: 'PRODUCTION' as const, accountNumber, amountKobo: 600_000n, sender, narration: '', at }
    await Promise.all([
      transact(db, (t) =>
        receiveCollection(t, idleJobs, { ...collection, sessionId: newSessionId(at), route: 'NIP' as const }),
      ),
      ...liens.slice(0, 2).map((lien) => release(lien)),
    ])
    const filled = await readAccount(id)
    expect(filled.booked).toBeGreaterThan(booked)
    expect(filled.missing).toBe(0n)
    expect(filled.held).toBe(filled.booked - filled.available)
  }
  // A race that is always won by the same side proves nothing.
  expect(paid).toBeGreaterThan(0)
  expect(paid).toBeLessThan(rounds * atOnce)
})

it('passes the ledger check after the races of liens', async () => {
  expect(await verifyLedger(database.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})
