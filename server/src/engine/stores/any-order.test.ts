import { accountFeeKobo } from '@kobo/contract/kit/fee'
import { lagosDay } from '@kobo/contract/kit/day'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { defaultRates } from '../../ledger/charge-rates.ts'
import { balances } from '../../ledger/ledger.ts'
import { LedgerRefusal } from '../../ledger/ledger-refusal.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aFundedMerchant, ownAccount } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { aShopFloor, payAtTerminal, type ShopFloor, transferOfStore } from '../../testing/stores.ts'
import { billTerminal, monthsDue } from './bill-terminals.ts'
import { sweepDay } from './sweep-day.ts'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
  merchant = await aFundedMerchant(database.db, 1_000_000_000n)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

const nth = fc.nat({ max: 2 })
const amount = fc.bigInt({ min: 1n, max: 300_000n })
const times = fc.constantFrom(1, 1, 3)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), nth, amount, times }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sweep' as const), nth, day: fc.nat({ max: 3 }), times }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      nth,
      amount,
      from: fc.constantFrom('STORE' as const, 'MERCHANT' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('bill' as const), nth, times }) },
)

/** Expected state of a store and its terminal. */
interface StoreState {
  floor: ShopFloor
  store: bigint
  terminal: bigint
  swept: Set<number>
  isBilled: boolean
}

const monthKobo = 53_750n

function collected(amountKobo: bigint): bigint {
  const fee = accountFeeKobo(defaultRates.staticAccounts.inflows, amountKobo)
  const charge = fee + (fee * 750n + 5000n) / 10_000n
  return amountKobo - (charge < amountKobo ? charge : amountKobo)
}

const atOnce = <T>(n: number, work: () => Promise<T>) => Promise.all(Array.from({ length: n }, work))

async function pay(state: StoreState, amountKobo: bigint, n: number): Promise<void> {
  const payment = { amountKobo, sessionId: newSessionId(still.clock()), at: still.clock() }
  const responses = await atOnce(n, () => payAtTerminal(database.db, still.engine().jobs, state.floor, payment))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  state.terminal += collected(amountKobo)
}

async function sweep(state: StoreState, day: number, n: number): Promise<void> {
  const { mode, merchantId, terminal } = state.floor
  const sweptTerminal = { mode, merchantId, terminalId: terminal.id, number: terminal.number, at: still.clock() }
  await atOnce(n, () => transact(database.db, (t) => sweepDay(t, `2026-12-0${day + 1}`, sweptTerminal)))
  if (state.swept.has(day) || state.terminal === 0n) return
  state.swept.add(day)
  state.store += state.terminal
  state.terminal = 0n
}

async function move(state: StoreState, from: 'STORE' | 'MERCHANT', amountKobo: bigint): Promise<void> {
  const moved = transferOfStore(database.db, state.floor, { from, amountKobo, at: still.clock() })
  if (from === 'STORE' && state.store < amountKobo) return await expect(moved).rejects.toBeInstanceOf(LedgerRefusal)
  await moved
  state.store += from === 'STORE' ? -amountKobo : amountKobo
}

async function bill(state: StoreState, n: number): Promise<void> {
  const at = still.clock()
  const [due] = await monthsDue(database.db, [state.floor.terminal.id], lagosDay(at))
  expect(due === undefined).toBe(state.isBilled)
  if (!due) return
  const outcomes = await atOnce(n, () => transact(database.db, (t) => billTerminal(t, { ...due, at })))
  state.isBilled = state.store >= monthKobo
  expect(new Set(outcomes)).toEqual(new Set([state.isBilled ? 'taken' : 'owed']))
  if (state.isBilled) state.store -= monthKobo
}

it(
  'keeps store balances exact and never negative for any order of concurrent, duplicate operations',
  async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
        const before = (await ownAccount(db, merchant.id)).booked_kobo
        const states: StoreState[] = []
        for (const place of [0, 1, 2]) {
          const floor = await aShopFloor(db, merchant, { at: still.clock(), store: `Counter ${place}` })
          states.push({ floor, store: 0n, terminal: 0n, swept: new Set(), isBilled: false })
        }
        let deposited = 0n
        for (const next of steps) {
          const state = states[next.nth]
          if (!state) continue
          const held = state.store
          if (next.do === 'pay') await pay(state, next.amount, next.times)
          else if (next.do === 'sweep') await sweep(state, next.day, next.times)
          else if (next.do === 'bill') await bill(state, next.times)
          else {
            await move(state, next.from, next.amount)
            deposited += state.store - held
          }
        }
        for (const { floor, store, terminal } of states) {
          const found = await balances(db, [floor.store.id, floor.terminal.id])
          expect([found.get(floor.store.id)?.bookedKobo, found.get(floor.terminal.id)?.bookedKobo]).toEqual([
            store,
            terminal,
          ])
        }
        expect((await ownAccount(db, merchant.id)).booked_kobo).toBe(before - deposited)
      }),
      propertyRuns('stores', { sample: 8, full: 200 }),
    )
    expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  },
  propertyTimeoutMs,
)
