import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { lagosDay } from '@kobo/contract/kit/day'
import { expect, it } from 'vitest'
import { receiveTransfer } from '@kobo/demo/demo-bank'
import { PartnerRefused } from '@kobo/demo/partners'
import { verifyLedger } from '../../ledger/verify.ts'
import { newSessionId } from '../../rails/session-id.ts'
import { startFlakyProviders } from '../../testing/flaky-providers.ts'
import { aKillableServer } from '../../testing/killable-server.ts'
import {
  closeDays,
  daysAreLeft,
  holdUpPostings,
  openDay,
  paidByUs,
  paidBySwitches,
  untilHalfDone,
} from '../../testing/killable-worker.ts'
import { byDepth } from '../../testing/property-runs.ts'
import { aFundedMerchant, eventually, withEndpoint } from '../../testing/payouts.ts'
import { aShopFloor, type ShopFloor, transferOfStore } from '../../testing/stores.ts'
import { nthDay } from '../schedules/recurrence.ts'
import { chargesOf } from '../transaction-row.ts'
import { terminalFeeReference } from './store-messages.ts'

const kills = byDepth({ sample: 2, full: 6 })
const floors = 4
const paymentsPerRound = 3
/** Age of the terminals in months, none of which has been charged. */
const months = 60
const floatKobo = 1_000_000_000n
const mode = 'PRODUCTION'
const byDay = ['sweep-terminals', 'bill-terminals'] as const

it(`collects, sweeps, transfers, pays out and charges once under duplicates while the server is killed ${kills} times`, {
  timeout: 300_000,
}, async () => {
  const { database, db, simulator, stop: stopProviders } = await startFlakyProviders({ latencyMs: 100 })
  const server = aKillableServer(database, simulator.url)
  const merchant = await aFundedMerchant(db, 10n * floatKobo)
  await withEndpoint(db, server.seal, merchant.id, 'simulator:/hooks/stores')
  const today = lagosDay(new Date())
  const monthOf = (nth: number) => nthDay(today, 'monthly', nth - months + 1)
  const shopFloors: ShopFloor[] = []
  for (let nth = 0; nth < floors; nth++) {
    const floor = await aShopFloor(db, merchant, { at: new Date(monthOf(0)), store: `Counter ${nth}` })
    await transferOfStore(db, floor, { from: 'MERCHANT', amountKobo: floatKobo })
    shopFloors.push(floor)
  }

  const paid: { session_id: string; amount_kobo: bigint; responses: Promise<unknown> }[] = []
  const requests: { reference: string; amountKobo: bigint | null; responses: Promise<unknown[]> }[] = []
  const pay = (terminal: ShopFloor['terminal']) => {
    const [sessionId, amountKobo] = [newSessionId(new Date()), BigInt(randomInt(1, 1_000_000))]
    const payment = { mode, accountNumber: terminal.number, amountKobo, narration: 'Rice', sessionId } as const
    const responses = server.sendTwice((to) => receiveTransfer(to, payment))
    paid.push({ session_id: sessionId, amount_kobo: amountKobo, responses })
  }
  const sendRequest = (path: string, about: object, amountKobo: bigint | null = BigInt(randomInt(1, 500_000))) => {
    const reference = `ASKED-${requests.length}`
    const amount = amountKobo === null ? {} : { amount: Number(amountKobo) / 100 }
    const message = { reference, narration: 'Till', ...about, ...amount }
    const responses = server.sendTwice((to) => to.ask(merchant.id, path, message).catch(ignoreEmptySweep))
    requests.push({ reference, amountKobo, responses })
  }
  const sendMany = ({ store: { id: storeId }, terminal }: ShopFloor) => {
    sendRequest('store-transfers', { storeId, from: 'MERCHANT' })
    sendRequest('store-transfers', { storeId, from: 'STORE' })
    sendRequest('terminal-sweeps', { terminalId: terminal.id }, null)
    const accountNumber = `0123456${randomInt(100, 800)}`
    sendRequest('payouts', { storeId, beneficiary: { name: 'Chidi Okafor', accountNumber, bankCode: '058' } })
    for (let nth = 0; nth < paymentsPerRound; nth++) pay(terminal)
  }
  let days = 0
  const passDay = async () => {
    await openDay(database, 'sweep-terminals', nthDay('2027-01-01', 'daily', days))
    // Each day advances one month, up to the last.
    await openDay(database, 'bill-terminals', monthOf(Math.min(days, months - 1)))
    days += 1
  }

  const open = db.selectFrom('transaction').select('id').where('status', 'in', ['QUEUED', 'PENDING'])
  const isPayingOut = async () => (await open.where('status', '=', 'PENDING').execute()).length > 0
  for (const job of byDay) await closeDays(database, job)
  const stop = await server.throughKills(kills, async (round) => {
    for (const floor of shopFloors) sendMany(floor)
    // Kills alternately at a random moment and while postings are held up with payouts open.
    const isAnywhere = round % 2 === 0
    await (isAnywhere ? sleep(randomInt(300, 1_500)) : eventually(isPayingOut, 60_000))
    const release = isAnywhere ? undefined : await holdUpPostings(database)
    for (let left = randomInt(1, 20); left > 0; left--) {
      await passDay()
      await sleep(randomInt(5, 60))
    }
    if (release) await untilHalfDone(database)
    return release
  })
  await Promise.all([...paid, ...requests].map(({ responses }) => responses))
  const daysAreOver = async () => !(await daysAreLeft(database, byDay))
  while (days < months) await passDay()
  await eventually(daysAreOver, 60_000)
  // Sweeps what arrived since the last sweep.
  await passDay()
  await eventually(async () => (await daysAreOver()) && (await open.execute()).length === 0, 60_000)
  await stop()

  expect(server.unanswered()).toBeGreaterThan(0)
  const rows = await db
    .selectFrom('transaction')
    .selectAll()
    .where('merchant_id', '=', merchant.id)
    .where('reference', 'not like', 'OPENING-%')
    .where('reference', 'not like', 'STORE-%')
    .execute()
  const called = (category: string) => rows.filter((row) => row.category === category)
  expect(paidByUs(called('CREDIT_STORE'))).toEqual(paidByUs(paid))
  for (const { reference, amountKobo, responses } of requests) {
    const [debit, credit] = ['DEBIT', 'CREDIT'].map((type) =>
      rows.find((row) => row.reference === reference && row.type === type),
    )
    const expected = credit ? { debitId: debit?.id, creditId: credit.id } : { transactionId: debit?.id }
    const received = (await responses).filter((response) => response !== null)
    expect(received).toEqual(received.map(() => expected))
    // Of two sweeps under one reference the first may have arrived too early.
    if (amountKobo === null) expect(received.length > 0).toBe(debit !== undefined)
    else expect([received.length, debit?.amount_kobo]).toEqual([2, amountKobo])
  }
  expect(called('TRANSFER_FROM_TERMINAL').length).toBeGreaterThan(kills)
  const due = shopFloors.flatMap(({ terminal: { number } }) =>
    Array.from({ length: months }, (_, nth) => terminalFeeReference(monthOf(nth).slice(0, 7), number)),
  )
  const charged = called('DEBIT_STORE').map(({ reference }) => reference)
  expect(charged.toSorted()).toEqual(due.toSorted())
  expect(paidByUs(called('BANK_TRANSFER').filter(({ status }) => status === 'SUCCESS'))).toEqual(
    await paidBySwitches(simulator),
  )

  const places = await db.selectFrom('account').selectAll().where('kind', 'in', ['STORE', 'TERMINAL']).execute()
  const left = rows
    .filter(({ status, scope }) => status === 'SUCCESS' && scope !== 'MERCHANT')
    .reduce((sum, row) => sum + (row.type === 'CREDIT' ? row.amount_kobo : -row.amount_kobo) - chargesOf(row), 0n)
  const sumOf = (held: bigint[]) => held.reduce((sum, kobo) => sum + kobo, 0n)
  const atAll = BigInt(floors) * floatKobo + left
  expect(sumOf(places.map((place) => place.booked_kobo))).toBe(atAll)
  expect(sumOf(places.map((place) => place.available_kobo))).toBe(atAll)
  expect(places.filter(({ kind, booked_kobo }) => kind === 'TERMINAL' && booked_kobo !== 0n)).toEqual([])
  expect(await verifyLedger(db)).toEqual({ lost: [], duplicated: [], imbalance: [], auditGaps: [] })

  await stopProviders()
})

/** Accepts the rejection for an empty terminal; rethrows any other error. */
function ignoreEmptySweep(error: unknown): null {
  if (error instanceof PartnerRefused && error.message === 'This terminal has nothing to sweep') return null
  throw error
}
