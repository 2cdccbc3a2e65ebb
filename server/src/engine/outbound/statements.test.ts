import { afterAll, beforeAll, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { makeSeal } from '../../seal.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aFundedMerchant, aPayout, withEndpoint } from '../../testing/payouts.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { submitPayouts } from '../payouts/submit-payout.ts'
import { applyResponses } from './apply-responses.ts'
import { holdFunds } from './hold-funds.ts'

let database: TestDatabase
let still: Awaited<ReturnType<typeof aStillEngine>>
let merchant: Awaited<ReturnType<typeof aFundedMerchant>>
const statements: string[] = []
beforeAll(async () => {
  database = await aDatabase()
  listen(database)
  still = await aStillEngine(database)
  merchant = await aFundedMerchant(database.db, 1_000_000_000n)
  await withEndpoint(database.db, makeSeal('a secret of this test'), merchant.id, 'simulator:/hooks/statements')
})
afterAll(async () => {
  await still.stop()
  await database.close()
})

/** Records every statement of the engine's own connections; those of the job queue are not included. */
function listen({ pool }: TestDatabase): void {
  const wrapped = new WeakSet()
  pool.on('acquire', (client) => {
    if (wrapped.has(client)) return
    wrapped.add(client)
    client.query = new Proxy(client.query, {
      apply(query, target, args: unknown[]) {
        statements.push(textOf(args[0]))
        return Reflect.apply(query, target, args)
      },
    })
  })
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

async function costOf(work: () => Promise<unknown>) {
  statements.length = 0
  await work()
  return { statements: statements.length, commits: statements.filter((text) => /^commit/i.test(text)).length }
}

async function statusesOf(ids: readonly string[]): Promise<Set<string>> {
  const rows = await database.db.selectFrom('transaction').select('status').where('id', 'in', ids).execute()
  return new Set(rows.map(({ status }) => status))
}

it('processes one payout in at most 42 statements and 3 commits, including its webhook event', async () => {
  let id = ''
  const cost = await costOf(async () => {
    id = await aPayout(database.db, still.engine().jobs, { merchant })
    await still.work(id)
  })
  expect(await statusesOf([id])).toEqual(new Set(['SUCCESS']))
  expect(cost.commits).toBe(3)
  expect(cost.statements).toBeLessThanOrEqual(42)
})

it('processes a hundred payouts with no more statements than one, and one commit per step', async () => {
  const engine = still.engine()
  const { db } = database
  const at = still.clock()
  const orders = Array.from({ length: 100 }, (_, number) => ({
    mode: 'PRODUCTION' as const,
    merchantId: merchant.id,
    walletId: null,
    amountKobo: 100_000n + BigInt(number),
    beneficiary: { name: 'Chidi Okafor', accountNumber: '0123456900', bankCode: '058' },
    narration: 'Salary',
    reference: `STATEMENTS-${number}`,
    at,
  }))
  let ids: string[] = []
  const ordering = await costOf(() =>
    transact(db, async (t) => {
      ids = (await submitPayouts(t, engine.jobs, orders)).filter((one) => typeof one === 'string')
    }),
  )
  const name = { accountName: 'OKAFOR CHIDI', namedAt: at.toISOString() }
  const reserving = await costOf(() =>
    transact(db, (t) => {
      const requests = ids.map((id) => ({
        transactionId: id,
        sessionId: newSessionId(at),
        route: 'NIP' as const,
        name,
      }))
      return holdFunds(t, engine, requests, at)
    }),
  )
  expect(await statusesOf(ids)).toEqual(new Set(['PENDING']))
  const exchange = { code: '00', request: {}, response: {}, problem: null, feeKobo: 2688n }
  const settling = await costOf(() =>
    transact(db, (t) =>
      applyResponses(
        t,
        engine,
        ids.map((id) => ({ transactionId: id, exchange, to: 'sending' as const })),
        at,
      ),
    ),
  )
  expect(ids).toHaveLength(100)
  expect(await statusesOf(ids)).toEqual(new Set(['SUCCESS']))
  const costs = [ordering, reserving, settling]
  expect(costs.map(({ commits }) => commits)).toEqual([1, 1, 1])
  const [orderingMost, reservingMost, settlingMost] = [12, 10, 21]
  expect(ordering.statements).toBeLessThanOrEqual(orderingMost)
  expect(reserving.statements).toBeLessThanOrEqual(reservingMost)
  expect(settling.statements).toBeLessThanOrEqual(settlingMost)
})
