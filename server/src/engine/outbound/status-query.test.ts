import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aFundedMerchant, aPayout, eventually, ownAccount } from '../../testing/payouts.ts'
import { aStillEngine } from '../../testing/status-queried-payouts.ts'
import { legOf } from '../legs.ts'
import { lockTransaction, readTransaction, type TransactionRow } from '../transaction-row.ts'
import { statusQueryWindowMs, canRetryPayment } from './status-query.ts'
import { failPayments } from './fail-payments.ts'
import { applyResponses } from './apply-responses.ts'
import { openOutbound } from './outbound.ts'
import { completePayments } from './complete-payments.ts'

const opening = 100_000_000n
/** The switch responds with an unknown code and never sends the outcome. */
const openOutcome = '0123456909'
/** The switch never receives it. */
const neverArrives = '0123456802'
const refused = '0123456961'

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

async function sent(accountNumber: string) {
  const merchant = await aFundedMerchant(database.db, opening)
  const id = await aPayout(database.db, still.engine().jobs, { merchant, accountNumber, amountKobo: 400_000n })
  await still.work(id)
  return { merchant, id }
}

async function read(id: string): Promise<TransactionRow> {
  const row = await readTransaction(database.db, id)
  if (!row) throw new Error('The payout is gone')
  return row
}

/** Applies an operator's decision as the API does. */
async function decide(id: string, decision: 'failed' | 'successful'): Promise<void> {
  await transact(database.db, async (db) => {
    const row = await lockTransaction(db, id)
    const leg = row && legOf(row)
    if (!row || !leg) throw new Error('The payout is gone')
    const common = { leg, row, sentence: `Ada marked it as ${decision}`, at: still.clock() }
    if (decision === 'failed') await failPayments(db, still.engine(), [{ ...common, code: null, isUnconfirmed: true }])
    else await completePayments(db, still.engine(), [{ ...common, exchange: null }])
  })
}

async function kindsPosted(id: string): Promise<string[]> {
  const rows = await database.db.selectFrom('transfer').select('kind').where('transaction_id', '=', id).execute()
  return rows.map(({ kind }) => kind).toSorted()
}

async function questionsTold(id: string): Promise<number> {
  const rows = await database.db
    .selectFrom('payout_log')
    .select('id')
    .where('transaction_id', '=', id)
    .where('category', '=', 'TRANSACTION_STATUS')
    .execute()
  return rows.length
}

describe('unconfirmed payouts', () => {
  it('compensates a payout without a record that the switch approves six hours later to another server', async () => {
    const { merchant, id } = await sent(neverArrives)
    await still.runStatusQueries(id, 0.3)
    expect(await read(id)).toMatchObject({ status: 'FAILED', response_code: '25', alert: null })
    const { description } = await database.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_FAILED')
      .executeTakeFirstOrThrow()
    expect(description).toMatch(/^Failed: no record at the switch after 1\d minutes$/)
    await still.runStatusQueries(id, 3)
    await still.restart()
    await still.runStatusQueries(id, 2.7)
    expect(await read(id)).toMatchObject({ status: 'FAILED', alert: null })
    await still.book(id, '00')
    await still.runStatusQueries(id, 3)
    const row = await read(id)
    expect(row).toMatchObject({ status: 'FAILED', asked_until: null })
    expect(row.alert).toMatch(
      /^The switch approved this payout after it had failed: ₦4,000\.00 was paid out and also returned to the payer/,
    )
    expect(await kindsPosted(id)).toEqual(['COMPENSATION', 'PROVIDER_COST'])
    expect(await ownAccount(database.db, merchant.id)).toMatchObject({ available_kobo: opening })
    expect(await still.queued(id)).toEqual([])
  })

  it('compensates a payout that an operator failed after six hours and the switch approves later', async () => {
    const { id } = await sent(openOutcome)
    await still.runStatusQueries(id, 6)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
    await decide(id, 'failed')
    await still.runStatusQueries(id, 5)
    expect(await read(id)).toMatchObject({ status: 'FAILED', response_code: null, alert: null })
    await still.restart()
    await still.book(id, '00')
    await still.runStatusQueries(id, 3)
    expect((await read(id)).alert).toMatch(/approved this payout after it had failed/)
    expect(await kindsPosted(id)).toEqual(['COMPENSATION', 'PROVIDER_COST'])
  })

  it('raises an alert when the switch rejects a payout 24 hours after an operator marked it as successful', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'successful')
    await still.runStatusQueries(id, 20)
    await still.restart()
    await still.runStatusQueries(id, 4)
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', alert: null })
    await still.book(id, '57')
    await still.runStatusQueries(id, 3)
    const row = await read(id)
    expect(row).toMatchObject({ status: 'SUCCESS', asked_until: null })
    expect(row.alert).toMatch(/^The switch rejected this payout after it had been marked successful: .* \(57\)$/)
    expect(await kindsPosted(id)).toEqual(['PAYOUT'])
    expect(await still.queued(id)).toEqual([])
  })

  it('posts the provider cost when the switch approves a payout that was marked as successful', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'successful')
    await still.book(id, '00')
    await still.runStatusQueries(id, 1)
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', alert: null, asked_until: null })
    expect(await kindsPosted(id)).toEqual(['PAYOUT', 'PROVIDER_COST'])
  })

  it.each([
    ['failed', '57'],
    ['successful', '57'],
    ['successful', '00'],
  ] as const)('records a late response to the send of a payout marked as %s: code %s', async (decision, code) => {
    const { id } = await sent(openOutcome)
    await decide(id, decision)
    const exchange = { code, feeKobo: 0n, request: { sent: 1 }, response: { code }, problem: null }
    await transact(database.db, (db) =>
      applyResponses(db, still.engine(), [{ transactionId: id, exchange, to: 'sending' }], still.clock()),
    )
    expect(await read(id)).toMatchObject({ asked_until: null })
    const logs = await database.db
      .selectFrom('payout_log')
      .select(['request', 'response'])
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_PENDING')
      .where('response_code', '=', code)
      .execute()
    expect(logs).toEqual([{ request: { sent: 1 }, response: { code } }])
    expect((await verifyLedger(database.db)).lost).toEqual([])
  })

  it('locks the accounts of failures and successes in the order of their ids, as other groups of responses do', async () => {
    const payouts = await Promise.all(
      [await sent(openOutcome), await sent(openOutcome)].map(async ({ merchant, id }) => ({
        transactionId: id,
        accountId: (await ownAccount(database.db, merchant.id)).id,
      })),
    )
    const [first, second] = payouts.toSorted((one, other) => (one.accountId < other.accountId ? -1 : 1))
    if (!first || !second) throw new Error('There must be two payouts')
    const response = ({ transactionId }: typeof first, code: string) => ({
      transactionId,
      exchange: { code, feeKobo: 0n, request: {}, response: { code }, problem: null },
      to: 'sending' as const,
    })
    let pending: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async (other) => {
      await sql`select from account where id = ${first.accountId} for no key update`.execute(other)
      pending = transact(database.db, (db) =>
        applyResponses(db, still.engine(), [response(second, '57'), response(first, '00')], still.clock()),
      )
      await eventually(async () => {
        const { rows } = await sql`
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        `.execute(database.db)
        return rows.length > 0
      })
      await sql`select from account where id = ${second.accountId} for no key update nowait`.execute(other)
    })
    await pending
    expect(await read(first.transactionId)).toMatchObject({ status: 'SUCCESS' })
    expect(await read(second.transactionId)).toMatchObject({ status: 'FAILED' })
  })

  it('sends status queries at growing intervals, the last one after 72 hours', async () => {
    const { id } = await sent(neverArrives)
    await still.runStatusQueries(id, 0.1)
    await decide(id, 'failed')
    const decided = still.clock().getTime()
    const times = await still.runStatusQueries(id, 100)
    const gaps = times.map((time, place) => time - (times[place - 1] ?? decided))
    expect(gaps[0]).toBe(5_000)
    for (const [place, gap] of gaps.slice(1, -1).entries()) expect(gap).toBeGreaterThanOrEqual(gaps[place] ?? 0)
    expect(times.length).toBeGreaterThan(30)
    expect(times.length).toBeLessThan(60)
    expect(times.at(-1)).toBe(decided + statusQueryWindowMs)
    expect(await still.queued(id)).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'FAILED', alert: null })
  })

  it('sends each status query once when several workers run its job', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'failed')
    const other = openOutbound(still.engine())
    for (let round = 0; round < 5; round++) {
      const [next] = await still.queued(id)
      if (!next) throw new Error('A question was to wait')
      await database.pool.query('delete from pgboss.job where id = $1', [next.id])
      const before = await questionsTold(id)
      await Promise.all([still.ask(next.data), other.ask(next.data), still.ask(next.data)])
      expect(await questionsTold(id)).toBe(before + 1)
      expect(await still.queued(id)).toHaveLength(1)
      // A query with an outdated number is ignored.
      await still.ask(next.data)
      expect(await questionsTold(id)).toBe(before + 1)
    }
  })
})

describe('canRetryPayment', () => {
  const followed = async (id: string) => canRetryPayment(database.db, await read(id), still.clock())

  it('allows a retry immediately when the switch rejected a payment, never when it is pending or successful', async () => {
    const { id } = await sent(refused)
    expect(await read(id)).toMatchObject({ status: 'FAILED', asked_until: null })
    expect(await followed(id)).toBe(true)
    const pending = await sent(openOutcome)
    expect(await followed(pending.id)).toBe(false)
    await decide(pending.id, 'successful')
    expect(await followed(pending.id)).toBe(false)
  })

  it('allows a retry of an operator-failed payment once the switch rejects it or 72 hours have passed', async () => {
    const one = await sent(openOutcome)
    const other = await sent(neverArrives)
    for (const { id } of [one, other]) await decide(id, 'failed')
    expect(await followed(one.id)).toBe(false)
    await still.book(one.id, '57')
    await still.runStatusQueries(one.id, 1)
    expect(await followed(one.id)).toBe(true)
    await still.runStatusQueries(other.id, 72)
    expect(await followed(other.id)).toBe(true)
  })

  it('refuses a retry when the failed payment was paid after all', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'failed')
    await still.book(id, '00')
    await still.runStatusQueries(id, 1)
    expect(await followed(id)).toBe(false)
  })
})

it('keeps the ledger balanced after all late responses', async () => {
  const { lost, duplicated, imbalance } = await verifyLedger(database.db)
  expect({ lost, duplicated, imbalance }).toEqual({ lost: [], duplicated: [], imbalance: [] })
})
