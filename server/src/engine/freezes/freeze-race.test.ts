import { setTimeout as sleep } from 'node:timers/promises'
import type { FreezeScope } from '@kobo/contract/kit/freeze'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/database.ts'
import { transact } from '../../db/transact.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { aChild } from '../../testing/child-accounts.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { someStaff } from '../../testing/dispute-bookkeeping.ts'
import { aWallet, aWalletAccount, testSeal } from '../../testing/factories.ts'
import { aCard, schemeMessage } from '../../testing/issued-cards.ts'
import { bankOf } from '../../testing/collectors.ts'
import { auditRow } from '../../testing/ledger-fixtures.ts'
import { aFundedMerchant, aPayout, ownAccount } from '../../testing/payouts.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { idleJobs } from '../../testing/run-inline.ts'
import { aShopFloor } from '../../testing/stores.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { bookTransfer } from '../book-transfer.ts'
import { authorisePurchase } from '../cards/authorise-purchase.ts'
import { receiveCollection } from '../collections/receive-collection.ts'
import type { Engine } from '../engine.ts'
import { holdFunds } from '../outbound/hold-funds.ts'
import { newReference } from '../reference.ts'
import { settleMerchant } from '../settlements/settle-merchants.ts'
import { submitPayout } from '../payouts/submit-payout.ts'
import { freezeSubject, liftFreeze } from './freeze-account.ts'
import type { SubjectId } from './freeze-subject.ts'

/** Movements raced against each freeze; with eleven kinds and 40 rounds 2,200 in all. */
const atOnce = 5
const rounds = byDepth({ sample: 8, full: 40 })
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

type Merchant = Awaited<ReturnType<typeof aFundedMerchant>>

interface Racer {
  scope: FreezeScope
  /** Prepares one movement, which returns whether it began. */
  prepare(merchant: Merchant): Promise<() => Promise<boolean>>
}

async function held(transactionId: string): Promise<boolean> {
  const name = { accountName: 'OKAFOR CHIDI', namedAt: clock().toISOString() }
  const request = { transactionId, sessionId: newSessionId(clock()), route: 'NIP' as const, name }
  const [row] = await transact(database.db, (t) => holdFunds(t, engine, [request], clock()))
  return row !== null
}

/** Whether work was not refused by the freeze. */
async function began(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof LedgerRefusal && error.code === 'frozen') return false
    throw error
  }
}

const racers: Record<string, Racer> = {
  payouts: {
    scope: 'MONEY_OUT',
    prepare: async (merchant) => {
      const id = await aPayout(database.db, idleJobs, { merchant, amountKobo: 1000n })
      return () => held(id)
    },
  },
  transfers: {
    scope: 'MONEY_OUT',
    prepare: async (merchant) => {
      const wallet = await aWallet(database.db, merchant)
      await aWalletAccount(database.db, wallet)
      const from = { merchantId: merchant.id, walletId: null }
      const move = { mode: 'PRODUCTION' as const, from, to: { ...from, walletId: wallet.id }, amountKobo: 1000n }
      const order = () => ({ ...move, reference: newReference(clock()), narration: '', at: clock() })
      return () => began(transact(database.db, (t) => bookTransfer(t, order())))
    },
  },
  'card purchases': {
    scope: 'CARDS',
    prepare: async (merchant) => {
      const card = await aCard(database.db, { mode: 'PRODUCTION', merchantId: merchant.id, walletId: null })
      return async () => {
        const message = schemeMessage(card, { amountKobo: 1000n, at: clock() })
        const { outcome } = await transact(database.db, (t) => authorisePurchase(t, null, message))
        return outcome === 'APPROVED'
      }
    },
  },
  collections: {
    scope: 'COLLECTIONS',
    prepare: async (merchant) => {
      const { account_number: accountNumber } = await ownAccount(database.db, merchant.id)
      return () => collect(accountNumber, 100_000n)
    },
  },
  settlements: {
    scope: 'SETTLEMENTS',
    prepare: async (merchant) => {
      await bankOf(database.db, merchant, '0123456900')
      await (await racers['collections']?.prepare(merchant))?.()
      await transact(database.db, (t) => settleMerchant(t, idleJobs, merchant.id, { at: clock() }))
      const attempts = database.db.selectFrom('settlement_attempt').select('transaction_id')
      const newest = attempts.where('merchant_id', '=', merchant.id).orderBy('transaction_id', 'desc')
      const { transaction_id: id } = await newest.executeTakeFirstOrThrow()
      return () => held(id)
    },
  },
}

/** Collects an amount on an account number; returns whether it was credited. */
async function collect(accountNumber: string, amountKobo: bigint): Promise<boolean> {
  const at = clock()
  const sender = { name: 'Ngozi Bello', accountNumber: '0123456900', bankCode: '058' }
  const paid = { mode: 'PRODUCTION' as const, accountNumber, amountKobo, sender, narration: '', at }
  const collection = { ...paid, sessionId: newSessionId(at), route: 'NIP' as const }
  const { outcome } = await transact(database.db, (t) => receiveCollection(t, idleJobs, collection))
  return outcome === 'CREDITED'
}

/** Opens a wallet of a merchant that holds money. */
async function aFundedWallet(merchant: Merchant) {
  const wallet = await aWallet(database.db, merchant, { tier: 3, nin: '51012345678' })
  const { account_number: number } = await aWalletAccount(database.db, wallet)
  await collect(number, 10_000_000n)
  return { id: wallet.id, number }
}

type FundedWallet = Awaited<ReturnType<typeof aFundedWallet>>

interface AccountRacer {
  scope: FreezeScope
  /** Prepares the frozen account and its movements. */
  prepare(merchant: Merchant): Promise<{ accountId: string; movements: (() => Promise<boolean>)[] }>
}

/** Prepares movements of a wallet that is frozen by itself. */
function ofWallet(prepare: (merchant: Merchant, wallet: FundedWallet) => Promise<() => Promise<boolean>>) {
  return async (merchant: Merchant) => {
    const wallet = await aFundedWallet(merchant)
    return { accountId: wallet.id, movements: await several(() => prepare(merchant, wallet)) }
  }
}

const accountRacers: Record<string, AccountRacer> = {
  'payouts of a wallet': {
    scope: 'MONEY_OUT',
    prepare: ofWallet(async ({ id: merchantId }, wallet) => {
      const { transactionId } = await transact(database.db, (t) =>
        submitPayout(t, idleJobs, {
          mode: 'PRODUCTION',
          merchantId,
          walletId: wallet.id,
          amountKobo: 1000n,
          beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
          narration: '',
          reference: newReference(clock()),
          at: clock(),
        }),
      )
      return () => held(transactionId)
    }),
  },
  'transfers of a wallet': {
    scope: 'MONEY_OUT',
    prepare: ofWallet(async ({ id: merchantId }, wallet) => {
      const [from, to] = [
        { merchantId, walletId: wallet.id },
        { merchantId, walletId: null },
      ]
      const move = { mode: 'PRODUCTION' as const, from, to, amountKobo: 1000n, narration: '' }
      return () =>
        began(transact(database.db, (t) => bookTransfer(t, { ...move, reference: newReference(clock()), at: clock() })))
    }),
  },
  'card purchases of a wallet': {
    scope: 'CARDS',
    prepare: ofWallet(async ({ id: merchantId }, wallet) => {
      const card = await aCard(database.db, { mode: 'PRODUCTION', merchantId, walletId: wallet.id })
      return async () => {
        const message = schemeMessage(card, { amountKobo: 1000n, at: clock() })
        const { outcome } = await transact(database.db, (t) => authorisePurchase(t, null, message))
        return outcome === 'APPROVED'
      }
    }),
  },
  'collections of a wallet': {
    scope: 'COLLECTIONS',
    prepare: ofWallet(
      async (_, { number }) =>
        () =>
          collect(number, 1000n),
    ),
  },
  'collections of a child account of a wallet': {
    scope: 'COLLECTIONS',
    prepare: ofWallet(async (merchant, wallet) => {
      const child = await aChild(database.db, { merchant, walletId: wallet.id })
      return () => collect(child.number, 100_000n)
    }),
  },
  'payments at a terminal of a store': {
    scope: 'COLLECTIONS',
    prepare: async (merchant) => {
      const { store, terminal } = await aShopFloor(database.db, merchant)
      return { accountId: store.id, movements: await several(async () => () => collect(terminal.number, 100_000n)) }
    },
  },
}

async function several<T>(prepare: () => Promise<T>): Promise<T[]> {
  const prepared: T[] = []
  for (let n = 0; n < atOnce; n += 1) prepared.push(await prepare())
  return prepared
}

interface Scene {
  subject: SubjectId
  movements: (() => Promise<boolean>)[]
}

/**
 * Freezes a subject while its movements begin, and lifts the freeze while some begin again, in many rounds. Returns the share of
 * the movements that began before a freeze.
 */
async function race(scope: FreezeScope, open: (merchant: Merchant) => Promise<Scene>): Promise<number> {
  const { db } = database
  let early = 0
  for (let round = 0; round < rounds; round += 1) {
    const merchant = await aFundedMerchant(db, 100_000_000n)
    const { subject, movements } = await open(merchant)
    const order = { subject, scopes: [scope], reason: 'Theft', until: null, cancelsWaiting: false, staffId }
    const moves = () => Promise.all(movements.map((move) => move()))
    // The movements win the last race, and the freeze the first: a fast or busy machine may let one side win all others.
    const led = round === rounds - 1 ? await moves() : null
    // The freeze arrives a little later in each round, so that it meets the movements at every step.
    const frozen = sleep((round * 60) / rounds).then(() =>
      transact(db, async (t) => {
        const { freeze } = await freezeSubject(t, deps, 'PRODUCTION', order)
        return { freeze, before: await begun(t, merchant) }
      }),
    )
    if (round === 0) await frozen
    const outcomes = led ?? (await moves())
    const { freeze, before } = await frozen
    await transact(db, (t) => auditRow(t, 'freeze.start', ['freeze', freeze.id], { scopes: [scope] }))
    early += outcomes.filter(Boolean).length
    // What has not committed by then never begins, and nothing bears a later instant.
    expect(await begun(db, merchant)).toEqual(before)
    expect(await begun(db, merchant, freeze.started_at)).toEqual([])
    const lifted = transact(db, (t) => liftFreeze(t, deps, 'PRODUCTION', { subject, endedBy: null }))
    // What begins while the freeze is lifted has an instant after its end, or is stopped.
    await Promise.all(movements.slice(0, 2).map((move) => move()))
    const { freeze: ended } = await lifted
    expect(await begun(db, merchant, freeze.started_at, ended.ended_at)).toEqual([])
  }
  return early / (rounds * atOnce)
}

it.each(Object.entries(racers))('commits %s before a freeze or stops them after it', async (_, { scope, prepare }) => {
  const early = await race(scope, async (merchant) => ({
    subject: { merchantId: merchant.id },
    movements: await several(() => prepare(merchant)),
  }))
  // A race that is always won by the same side proves nothing.
  expect(early).toBeGreaterThan(0)
  expect(early).toBeLessThan(1)
})

it.each(Object.entries(accountRacers))(
  'commits %s before a freeze of the account or stops them after it',
  async (_, { scope, prepare }) => {
    const early = await race(scope, async (merchant) => {
      const { accountId, movements } = await prepare(merchant)
      return { subject: { accountId }, movements }
    })
    expect(early).toBeGreaterThan(0)
    expect(early).toBeLessThan(1)
  },
)

it('passes the ledger check after the races', async () => {
  expect(await verifyLedger(database.db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
})

/** Returns what began for a merchant after an instant and up to another. */
async function begun(
  db: Database,
  { id }: Merchant,
  from = '-infinity',
  to: string | null = 'infinity',
): Promise<unknown[]> {
  const { rows } = await sql`
    select id, kind, created_at as at from hold where merchant_id = ${id} and created_at > ${from} and created_at <= ${to}
    union all
    select id, kind, at from transfer
    where merchant_id = ${id} and kind in ('MOVE', 'COLLECTION') and at > ${from} and at <= ${to}
    order by id`.execute(db)
  return rows
}
