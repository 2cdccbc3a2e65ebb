import { accountFeeKobo } from '@kobo/contract/kit/fee'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { defaultRates } from '../../ledger/charge-rates.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { aChild, aChildPayout, type Child, paidOnChild } from '../../testing/child-accounts.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aFundedMerchant } from '../../testing/payouts.ts'
import { propertyRuns, propertyTimeoutMs } from '../../testing/property-runs.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { applyResponses } from '../outbound/apply-responses.ts'
import { holdFunds } from '../outbound/hold-funds.ts'
import { PayoutRefusal } from '../payouts/submit-payout.ts'
import { setChildStatus } from './set-child-status.ts'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
beforeAll(async () => {
  database = await aDatabase()
  still = await aStillEngine(database)
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

const nth = fc.nat({ max: 3 })
const amount = fc.bigInt({ min: 1n, max: 3_000_000n })
/** Response codes of the switch, in order. 25 is "no such record", which fails the payment after a while. */
const responses = fc.constantFrom(
  ['00'],
  ['51'],
  ['09', '00'],
  ['09', '57'],
  ['25', '00'],
  ['25', '57'],
  ['09'],
  ['00', '00'],
)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('collect' as const), nth, amount, times: fc.constantFrom(1, 1, 3) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('pay' as const), nth, amount, responses, late: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('set' as const), nth, active: fc.boolean() }) },
)

interface ChildState {
  child: Child
  isActive: boolean
  booked: bigint
  available: bigint
}

/** The VAT on a fee, half-up to the kobo. */
const withVat = (fee: bigint) => fee + (fee * 750n + 5000n) / 10_000n

function collected(amountKobo: bigint): bigint {
  const charge = withVat(accountFeeKobo(defaultRates.staticAccounts.inflows, amountKobo))
  return amountKobo - (charge < amountKobo ? charge : amountKobo)
}

function costOf(amountKobo: bigint): bigint {
  return amountKobo + (amountKobo >= 1_000_000n ? 5000n : 0n) + withVat(defaultRates.childAccount.transferChargeKobo)
}

async function respond(transactionId: string, code: string, isFirst: boolean): Promise<void> {
  const exchange = { code, request: {}, response: { code }, problem: null, feeKobo: 2688n }
  // Late enough for the switch to have recorded the payment.
  const at = new Date(still.clock().getTime() + 3_600_000)
  const to = isFirst && code !== '25' ? ('sending' as const) : ('operator' as const)
  await transact(database.db, (t) => applyResponses(t, still.engine(), [{ transactionId, exchange, to }], at))
}

/** Submits a payout and applies the responses; updates the expected balances by the first definite one. */
async function payOut(
  state: ChildState,
  order: { amount: bigint; responses: readonly string[]; late: boolean },
): Promise<void> {
  const { db } = database
  const ordered = aChildPayout(db, still.engine().jobs, state.child, { amountKobo: order.amount })
  if (!state.isActive) return await expect(ordered).rejects.toBeInstanceOf(PayoutRefusal)
  const id = await ordered
  if (order.late) await setStatus(state, false)
  const name = { accountName: 'OKAFOR CHIDI', namedAt: still.clock().toISOString() }
  const request = { transactionId: id, sessionId: newSessionId(still.clock()), route: 'NIP' as const, name }
  const [held] = await transact(db, (t) => holdFunds(t, still.engine(), [request], still.clock()))
  const cost = costOf(order.amount)
  expect(held !== null).toBe(state.isActive && state.available >= cost)
  if (!held) return
  state.available -= cost
  for (const [position, code] of order.responses.entries()) await respond(id, code, position === 0)
  const first = order.responses.find((code) => code !== '09')
  if (first === '00') state.booked -= cost
  else if (first !== undefined) state.available += cost
}

async function setStatus(state: ChildState, isActive: boolean): Promise<void> {
  const status = isActive ? 'ACTIVE' : 'INACTIVE'
  await transact(database.db, (t) => setChildStatus(t, { accountId: state.child.id, status, at: still.clock() }))
  state.isActive = isActive
}

async function checkAccount({ child: { id }, booked, available }: ChildState): Promise<void> {
  const { rows } = await sql<Record<string, bigint>>`
    select booked_kobo as booked, available_kobo as available,
      (select coalesce(sum(amount_kobo), 0)::bigint from entry where account_id = account.id) as entered
    from account where id = ${id}`.execute(database.db)
  expect(rows).toEqual([{ booked, available, entered: booked }])
}

it(
  'posts each payment once and keeps balances exact for any order of child account operations',
  async () => {
    const merchant = await aFundedMerchant(database.db, 1_000_000n)
    const { db } = database
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 16 }), async (steps) => {
        const states: ChildState[] = []
        for (const next of steps) {
          if (next.do === 'open') {
            const child = await aChild(db, { merchant })
            states.push({ child, isActive: true, booked: 0n, available: 0n })
            continue
          }
          const state = states[next.nth % Math.max(states.length, 1)]
          if (!state) continue
          if (next.do === 'set') await setStatus(state, next.active)
          else if (next.do === 'pay') await payOut(state, next)
          else {
            const payment = { amountKobo: next.amount, sessionId: newSessionId(still.clock()), at: still.clock() }
            const receive = () => paidOnChild(db, still.engine().jobs, state.child, payment)
            const ids = await Promise.all(Array.from({ length: next.times }, receive))
            expect(new Set(ids).size).toBe(1)
            state.booked += collected(next.amount)
            state.available += collected(next.amount)
          }
        }
        for (const state of states) await checkAccount(state)
      }),
      propertyRuns('child accounts', { sample: 20, full: 200 }),
    )
    expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })
  },
  propertyTimeoutMs,
)
