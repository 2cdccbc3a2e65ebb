import { lagosDay } from '@kobo/contract/kit/day'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { bookTransfer } from '@kobo/server/engine/book-transfer'
import { billTerminal, monthsDue } from '@kobo/server/engine/stores/bill-terminals'
import { setShopStatus, setTerminalStatus } from '@kobo/server/engine/stores/active-status'
import { sweepDay } from '@kobo/server/engine/stores/sweep-day'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { payIn, payOut } from './child-payments.ts'
import { numbering } from './history/numbering.ts'
import { countAdded, type Past } from './past.ts'
import type { PastEnd } from './past-outbound.ts'
import { type Random, seeded } from './random.ts'
import { openFloor, type PastStore } from './shop-floors.ts'

interface Merchant {
  merchant_id: string
  name: string
}

/** Number of recent days with payments at a store's terminals. */
const busyDays = 5
const daysBack = 28
/** Statuses of the last payouts of the first stores; the others make none. */
const lastPayouts: readonly PastEnd[] = ['QUEUED', 'PENDING', 'FAILED', 'SUCCESS']

/**
 * Adds merchants with shops, stores and terminals, and their last weeks: payments, evening sweeps, book transfers from and to the
 * merchant, monthly terminal fees and payouts, through the engine at their past times. Returns the number of transactions.
 */
export async function addStores(db: Transaction, past: Past, count: number): Promise<number> {
  const random = seeded(`${past.seed} ${past.mode} stores`)
  return await countAdded(db, random, past.mode, async () => {
    const merchants = random.several(await merchantsWithAccount(db, past), count)
    for (const [index, merchant] of merchants.entries()) await live(db, random, past, merchant, index)
  })
}

/** Writes a merchant's stores from opening until now; each of the first merchants shows one special case. */
async function live(
  db: Transaction,
  random: Random,
  { mode, now, since }: Past,
  { merchant_id: merchantId, name }: Merchant,
  index: number,
): Promise<void> {
  const opened = new Date(since.getTime() + random.whole(1, 20) * hourMs)
  const isOnline = index % 4 === 3
  const { shopId, stores } = await openFloor(db, random, { mode, merchantId, name, isOnline, at: opened })
  const days = random.several(
    Array.from({ length: daysBack - 2 }, (_, day) => day + 2),
    busyDays,
  )
  for (const daysAgo of days.toSorted((a, b) => b - a)) {
    for (const store of stores) await liveThrough(db, random, store, dayOf(now, daysAgo))
  }
  const [first] = stores
  if (first) await beToday(db, random, first, now, lastPayouts[index])
  const change = { mode, merchantId, status: 'INACTIVE' } as const
  const [retired] = first?.terminals ?? []
  if (index === 0 && retired) {
    await setTerminalStatus(db, retired.id, { ...change, at: new Date(now.getTime() - 4 * hourMs) })
    await payIn(db, random, { mode, walletId: null, number: retired.number }, new Date(now.getTime() - 3 * hourMs))
  }
  if (index === 1 && shopId !== null)
    await setShopStatus(db, shopId, { ...change, at: new Date(now.getTime() - minuteMs) })
}

/** Writes one day of a store: terminal fees, payments, transfers, and the sweep in the evening. */
async function liveThrough(db: Transaction, random: Random, store: PastStore, day: string): Promise<void> {
  const { mode, merchantId } = store
  const at = (hours: number) =>
    new Date(Date.parse(`${day}T00:00:00+01:00`) + hours * hourMs + random.whole(1, 55) * minuteMs)
  const terminals = store.terminals.map(({ id }) => id)
  for (const due of await monthsDue(db, terminals, day)) await billTerminal(db, { ...due, at: at(1) })
  if (random.chance(0.5)) await fundStore(db, random, store, { share: random.whole(2, 4), at: at(3) })
  if (random.chance(0.5))
    await payOut(db, random, store, { at: at(5), becomes: random.chance(0.15) ? 'FAILED' : 'SUCCESS' })
  for (const { id, number } of store.terminals) {
    const paidOn = { mode, walletId: null, number }
    for (const hour of [9, 15]) if (random.chance(0.7)) await payIn(db, random, paidOn, at(hour))
    await sweepDay(db, day, { mode, merchantId, terminalId: id, number, at: at(22) })
  }
}

/** Writes the last hours: payments not swept yet and, if the store makes one, a payout in its current status. */
async function beToday(
  db: Transaction,
  random: Random,
  store: PastStore,
  now: Date,
  becomes: PastEnd | undefined,
): Promise<void> {
  const { mode } = store
  for (const { number } of store.terminals) {
    const at = new Date(now.getTime() - random.whole(30, 100) * minuteMs)
    await payIn(db, random, { mode, walletId: null, number }, at)
  }
  if (becomes) await payOut(db, random, store, { at: new Date(now.getTime() - random.whole(2, 8) * minuteMs), becomes })
}

/** Transfers part of a store's balance to its merchant, and part of that back an hour later. */
async function fundStore(
  db: Transaction,
  random: Random,
  { id, mode, merchantId }: PastStore,
  { share, at }: { share: number; at: Date },
): Promise<void> {
  const { available_kobo: held } = await db
    .selectFrom('account')
    .select('available_kobo')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const amountKobo = (held / BigInt(share) / 10_000n) * 10_000n
  if (amountKobo < 100_000n) return
  const [merchant, store] = [
    { merchantId, walletId: null },
    { merchantId, walletId: null, placeId: id },
  ]
  const move = (hours: number) => {
    const then = new Date(at.getTime() + hours * hourMs)
    return { mode, reference: numbering(random).reference(then.getTime()), at: then }
  }
  const takings = { from: store, to: merchant, amountKobo, narration: 'Week’s takings' }
  await bookTransfer(db, { ...takings, ...move(0) })
  const floatTransfer = { from: merchant, to: store, amountKobo: amountKobo / 4n, narration: 'Till float' }
  await bookTransfer(db, { ...floatTransfer, ...move(1) })
}

/** Returns the day in Lagos that many days ago. */
function dayOf(now: Date, daysAgo: number): string {
  return lagosDay(new Date(now.getTime() - daysAgo * dayMs))
}

async function merchantsWithAccount(db: Transaction, { mode, since }: Past): Promise<Merchant[]> {
  const { rows } = await sql<Merchant>`
    select merchant.id as merchant_id, account_name as name
    from account join merchant on merchant.id = account.merchant_id
    join webhook_endpoint on webhook_endpoint.merchant_id = merchant.id
    where account.mode = ${mode} and account.kind = 'MERCHANT' and merchant.status = 'ACTIVE'
      and account.created_at < ${since.toISOString()} and length(account_name) < 60
    order by account_number`.execute(db)
  return rows
}
