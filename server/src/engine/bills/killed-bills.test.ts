import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { balances } from '../../ledger/ledger.ts'
import { providerAccount } from '../../ledger/provider-accounts.ts'
import { verifyLedger } from '../../ledger/verify.ts'
import { startFlakyProviders } from '../../testing/flaky-providers.ts'
import { aKillableServer } from '../../testing/killable-server.ts'
import {
  daysAreLeft,
  holdUpPostings,
  openDay,
  paidByUs,
  untilHalfDone,
  hasRemainingJobs,
} from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aFundedMerchant, eventually, ownAccount, withEndpoint } from '../../testing/payouts.ts'
import { nthDay } from '../schedules/recurrence.ts'

const kills = byDepth({ sample: 2, full: 6 })
const perRound = 20
const opening = 1_000_000_000n
const billers = [
  { category: 'AIRTIME', biller: 'GLO-AIRTIME' },
  { category: 'ELECTRICITY', biller: 'IKEDC' },
  { category: 'CABLE_TV', biller: 'DSTV' },
]

it(`accepts, pays and completes each bill once, and pays billers once a day, while the server is killed ${kills} times`, {
  timeout: 300_000,
}, async () => {
  const { database, db, simulator, stop: stopProviders } = await startFlakyProviders({ latencyMs: 100 })
  const server = aKillableServer(database, simulator.url)
  const merchant = await aFundedMerchant(db, opening)
  await withEndpoint(db, server.seal, merchant.id, 'simulator:/hooks/bills')

  const bills = Array.from({ length: kills * perRound }, (_, nth) => ({
    ...billers[nth % billers.length],
    reference: `BILL-${nth}`,
    // The last three digits select no scripted outcome, so outcomes are random.
    customer: `0803555${String(nth).padStart(3, '0')}`,
    amount: randomInt(100_00, 60_000_00) / 100,
  }))
  const order = (bill: (typeof bills)[number]) => server.sendTwice((to) => to.ask(merchant.id, 'bills', bill))
  const open = () => db.selectFrom('bill_payment').select('id').where('status', '=', 'PENDING').execute()
  let days = 0
  const passDay = async () => {
    await openDay(database, 'pay-owed', nthDay('2027-01-01', 'daily', days++))
  }

  const ordered: ReturnType<typeof order>[] = []
  const payable = providerAccount('PRODUCTION', 'BILLER_FLOAT')
  const payableKobo = async () => (await balances(db, [payable])).get(payable)?.bookedKobo ?? 0n
  /** Blocks postings while billers are owed money. */
  const holdUpPayment = async () => {
    const release = await holdUpPostings(database)
    if ((await payableKobo()) > 0n) return release
    await release()
    return null
  }

  let openCount = 0
  const stop = await server.throughKills(kills, async (round) => {
    ordered.push(...bills.slice(round * perRound, (round + 1) * perRound).map(order))
    // Kills at a random point; in every other round while billers are being paid.
    const release = round % 2 === 0 ? undefined : await eventually(holdUpPayment, 60_000)
    for (let left = randomInt(1, 20); left > 0; left--) {
      await passDay()
      await sleep(randomInt(5, 60))
    }
    if (release) await untilHalfDone(database)
    openCount += (await open()).length
    return release
  })
  const responses = await Promise.all(ordered)
  await eventually(async () => (await open()).length === 0, 60_000)
  await passDay()
  await eventually(
    async () => !(await hasRemainingJobs(database, ['payout'])) && !(await daysAreLeft(database, ['pay-owed'])),
    60_000,
  )
  // Repeated requests after completion return the original responses.
  expect(await Promise.all(bills.map(order))).toEqual(responses)
  await stop()

  expect(openCount).toBeGreaterThan(0)
  expect(server.unanswered()).toBeGreaterThan(0)
  const rows = await db.selectFrom('transaction').selectAll().where('category', '=', 'BILL_PAYMENT').execute()
  const known = new Map(rows.map((row) => [row.reference, { transactionId: row.id }]))
  expect(responses).toEqual(bills.map(({ reference }) => [known.get(reference), known.get(reference)]))
  expect(rows).toHaveLength(bills.length)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SUCCESS', 'FAILED']))
  const succeeded = rows.filter(({ status }) => status === 'SUCCESS')
  const book = await database.pool.query("select session_id, amount_kobo from outside.bill where code = '00'")
  expect(paidByUs(succeeded)).toEqual(paidByUs(book.rows))
  const left = opening - succeeded.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n)
  expect(await ownAccount(db, merchant.id)).toMatchObject({ booked_kobo: left, available_kobo: left })

  expect(await payableKobo()).toBe(0n)
  const paid = await db.selectFrom('owed_payment').select('day').where('owed', '=', 'BILLER_FLOAT').execute()
  expect(paid.length).toBeGreaterThan(kills / 2)
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })

  await stopProviders()
})
