import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../db/transact.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { aDatabase, type TestDatabase } from '../../testing/database.ts'
import { aFundedMerchant, aPayout, ownAccount } from '../../testing/payouts.ts'
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
    if (decision === 'failed') await failPayments(db, still.engine(), [{ ...common, code: null, inDoubt: true }])
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

describe('a payout that ended without the word of the switch', () => {
  it('because it had no record is compensated when it approves it six hours later, another server asking', async () => {
    const { merchant, id } = await sent(neverArrives)
    await still.letAsk(id, 0.3)
    expect(await read(id)).toMatchObject({ status: 'FAILED', response_code: '25', alert: null })
    const { description } = await database.db
      .selectFrom('activity')
      .select('description')
      .where('transaction_id', '=', id)
      .where('category', '=', 'FUND_FAILED')
      .executeTakeFirstOrThrow()
    expect(description).toMatch(/^Failed: no record at the switch after 1\d minutes$/)
    await still.letAsk(id, 3)
    await still.restart()
    await still.letAsk(id, 2.7)
    expect(await read(id)).toMatchObject({ status: 'FAILED', alert: null })
    await still.book(id, '00')
    await still.letAsk(id, 3)
    const row = await read(id)
    expect(row).toMatchObject({ status: 'FAILED', asked_until: null })
    expect(row.alert).toMatch(/^The switch approved this payout after it had failed: ₦4,000\.00 has left/)
    expect(await kindsPosted(id)).toEqual(['COMPENSATION', 'PROVIDER_COST'])
    expect(await ownAccount(database.db, merchant.id)).toMatchObject({ available_kobo: opening })
    expect(await still.queued(id)).toEqual([])
  })

  it('because an operator failed it when it was six hours old is compensated when it is approved later', async () => {
    const { id } = await sent(openOutcome)
    await still.letAsk(id, 6)
    expect(await read(id)).toMatchObject({ status: 'PENDING' })
    await decide(id, 'failed')
    await still.letAsk(id, 5)
    expect(await read(id)).toMatchObject({ status: 'FAILED', response_code: null, alert: null })
    await still.restart()
    await still.book(id, '00')
    await still.letAsk(id, 3)
    expect((await read(id)).alert).toMatch(/approved this payout after it had failed/)
    expect(await kindsPosted(id)).toEqual(['COMPENSATION', 'PROVIDER_COST'])
  })

  it('because an operator marked it as successful raises an alert when the switch refuses it 24 hours later', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'successful')
    await still.letAsk(id, 20)
    await still.restart()
    await still.letAsk(id, 4)
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', alert: null })
    await still.book(id, '57')
    await still.letAsk(id, 3)
    const row = await read(id)
    expect(row).toMatchObject({ status: 'SUCCESS', asked_until: null })
    expect(row.alert).toMatch(/^The switch refused this payout after it had been marked successful: .* \(57\)$/)
    expect(await kindsPosted(id)).toEqual(['PAYOUT'])
    expect(await still.queued(id)).toEqual([])
  })

  it('and was marked as successful pays the switch its charge when it is approved after all', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'successful')
    await still.book(id, '00')
    await still.letAsk(id, 1)
    expect(await read(id)).toMatchObject({ status: 'SUCCESS', alert: null, asked_until: null })
    expect(await kindsPosted(id)).toEqual(['PAYOUT', 'PROVIDER_COST'])
  })

  it.each([
    ['failed', '57'],
    ['successful', '57'],
    ['successful', '00'],
  ] as const)('(%s) keeps the answer to its sending that comes late, a %s', async (decision, code) => {
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

  it('is asked about ever more rarely, the last time after 72 hours', async () => {
    const { id } = await sent(neverArrives)
    await still.letAsk(id, 0.1)
    await decide(id, 'failed')
    const decided = still.clock().getTime()
    const times = await still.letAsk(id, 100)
    const gaps = times.map((time, place) => time - (times[place - 1] ?? decided))
    expect(gaps[0]).toBe(5_000)
    for (const [place, gap] of gaps.slice(1, -1).entries()) expect(gap).toBeGreaterThanOrEqual(gaps[place] ?? 0)
    expect(times.length).toBeGreaterThan(30)
    expect(times.length).toBeLessThan(60)
    expect(times.at(-1)).toBe(decided + statusQueryWindowMs)
    expect(await still.queued(id)).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'FAILED', alert: null })
  })

  it('is asked each question once, though two workers have it', async () => {
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

describe('another attempt may follow one that failed', () => {
  const followed = async (id: string) => canRetryPayment(database.db, await read(id), still.clock())

  it('by the word of the switch at once, and one that is under way or succeeded never', async () => {
    const { id } = await sent(refused)
    expect(await read(id)).toMatchObject({ status: 'FAILED', asked_until: null })
    expect(await followed(id)).toBe(true)
    const pending = await sent(openOutcome)
    expect(await followed(pending.id)).toBe(false)
    await decide(pending.id, 'successful')
    expect(await followed(pending.id)).toBe(false)
  })

  it('by a decision only when the switch has refused it meanwhile, or after the 72 hours', async () => {
    const one = await sent(openOutcome)
    const other = await sent(neverArrives)
    for (const { id } of [one, other]) await decide(id, 'failed')
    expect(await followed(one.id)).toBe(false)
    await still.book(one.id, '57')
    await still.letAsk(one.id, 1)
    expect(await followed(one.id)).toBe(true)
    await still.letAsk(other.id, 72)
    expect(await followed(other.id)).toBe(true)
  })

  it('never once its money has left all the same', async () => {
    const { id } = await sent(openOutcome)
    await decide(id, 'failed')
    await still.book(id, '00')
    await still.letAsk(id, 1)
    expect(await followed(id)).toBe(false)
  })
})

it('leaves books that add up, whatever was heard late', async () => {
  const { lost, duplicated, imbalance } = await verifyLedger(database.db)
  expect({ lost, duplicated, imbalance }).toEqual({ lost: [], duplicated: [], imbalance: [] })
})
