import { lagosDay } from '@kobo/contract/kit/day'
import type { Transaction } from '@kobo/server/db/database'
import { noPayingAccount } from '@kobo/server/engine/payouts/submit-payout'
import { type Interval, intervals, nthDay } from '@kobo/server/engine/schedules/recurrence'
import { dayMs, hourMs } from './calendar.ts'
import { insertRows } from '@kobo/server/db/insert-rows'
import { affordableKobo, canPay, orderOf, type PastPayout, waitedForItsAccount } from './past-payouts.ts'
import { type Random, seeded } from './random.ts'
import type { OrdersForLater } from './scheduled-payouts.ts'
import type { Row } from './world.ts'

type Recurring = Row<'recurring_payout'>
type Run = Row<'recurring_run'>

export type RecurringCounts = Record<'ACTIVE' | 'INACTIVE' | 'CANCELLED' | 'COMPLETED' | 'FAILED', number>

/** Adds recurring payouts of every interval; their past runs are payouts of the history. */
export async function addRecurringPayouts(
  db: Transaction,
  { mode, now, seed, past }: OrdersForLater,
  counts: RecurringCounts,
): Promise<void> {
  const random = seeded(`${seed} ${mode} recurring payouts`)
  const today = lagosDay(now)
  const rows: Recurring[] = []
  const runs: Run[] = []
  const add = (payout: PastPayout, interval: Interval, order: Order) => {
    const { createdAt, runProblem, ...fields } = order
    const id = random.id(createdAt)
    rows.push({ id, ...orderOf(mode, payout), created_at: createdAt.toISOString(), interval, ...fields })
    if (fields.next_run === 0 && runProblem === undefined) return
    runs.push({
      recurring_id: id,
      day: fields.start_day,
      merchant_id: payout.merchant_id,
      transaction_id: runProblem === undefined ? payout.id : null,
      problem: runProblem ?? null,
    })
  }
  /** Alternates the intervals over the payouts of a status. */
  const each = (status: keyof RecurringCounts, create: (interval: Interval, rank: number) => void) => {
    for (let rank = 0; rank < counts[status]; rank++) create(intervals[rank % intervals.length] ?? 'monthly', rank)
  }
  each('ACTIVE', (interval, rank) => {
    const running =
      rank % 8 < 4 && past.take((payout) => isAffordable(payout) && nextRunIsAhead(payout, interval, today))
    if (running) return add(running, interval, afterOneRun(random, running, interval, 'ACTIVE'))
    const payer = past.take((payout) => canPay(payout, BigInt(amounts.stepKobo)))
    if (payer) add(payer, interval, notBegun(random, payer, interval, now))
  })
  for (const status of ['INACTIVE', 'CANCELLED', 'COMPLETED'] as const) {
    each(status, (interval) => {
      const payout = past.take(isAffordable)
      if (payout) add(payout, interval, afterOneRun(random, payout, interval, status))
    })
  }
  each('FAILED', (interval) => {
    const payout = past.take(waitedForItsAccount)
    if (payout) add(payout, interval, failed(random, payout))
  })
  await insertRows(
    db,
    'recurring_payout',
    rows.map((row) => ({ ...row, amount_kobo: String(row.amount_kobo) })),
  )
  await insertRows(db, 'recurring_run', runs)
}

type Order = Pick<Recurring, 'amount_kobo' | 'start_day' | 'end_day' | 'status' | 'next_run' | 'next_day'> & {
  createdAt: Date
  /** Reason for which the first run failed. */
  runProblem?: string
}

const amounts = { stepKobo: 50_000, maxSteps: 20 }

const isAffordable = (payout: PastPayout) => payout.amount_kobo <= 5_000_000n && canPay(payout, payout.amount_kobo)

function dayOf(payout: PastPayout): string {
  return lagosDay(new Date(payout.created_at))
}

function nextRunIsAhead(payout: PastPayout, interval: Interval, today: string): boolean {
  return nthDay(dayOf(payout), interval, 1) > today
}

/** Created on its first day, shortly before it ran. */
function afterOneRun(
  random: Random,
  payout: PastPayout,
  interval: Interval,
  status: 'ACTIVE' | 'INACTIVE' | 'CANCELLED' | 'COMPLETED',
): Order {
  const start_day = dayOf(payout)
  const next_day = nthDay(start_day, interval, 1)
  const lastRun = status === 'COMPLETED' ? 0 : random.whole(2, 24)
  return {
    createdAt: new Date(Date.parse(payout.created_at) - random.whole(100, 4900)),
    amount_kobo: payout.amount_kobo,
    start_day,
    end_day: status === 'COMPLETED' || random.chance(0.5) ? nthDay(start_day, interval, lastRun) : null,
    status,
    next_run: 1,
    next_day: status === 'ACTIVE' || status === 'INACTIVE' ? next_day : null,
  }
}

function notBegun(random: Random, payout: PastPayout, interval: Interval, now: Date): Order {
  const from = Math.max(now.getTime() - 9 * dayMs, Date.parse(payout.account_since))
  const start_day = nthDay(lagosDay(now), 'daily', random.whole(1, 20))
  return {
    createdAt: new Date(random.whole(from, now.getTime() - 60_000)),
    amount_kobo: affordableKobo(random, payout, amounts),
    start_day,
    end_day: random.chance(0.5) ? nthDay(start_day, interval, random.whole(2, 24)) : null,
    status: 'ACTIVE',
    next_run: 0,
    next_day: start_day,
  }
}

/** Its first day was before the merchant was accepted and had an account. */
function failed(random: Random, payout: PastPayout): Order {
  const [from, to] = [Date.parse(payout.merchant_since), Date.parse(payout.account_since)]
  const createdAt = new Date(random.whole(from + hourMs, to - hourMs))
  return {
    createdAt,
    amount_kobo: affordableKobo(random, payout, amounts),
    start_day: lagosDay(createdAt),
    end_day: null,
    status: 'FAILED',
    next_run: 0,
    next_day: null,
    runProblem: noPayingAccount,
  }
}
