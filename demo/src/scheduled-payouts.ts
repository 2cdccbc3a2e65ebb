import { dayStart, lagosDay } from '@kobo/contract/kit/day'
import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '@kobo/server/db/database'
import { noPayingAccount } from '@kobo/server/engine/payouts/submit-payout'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import { insertRows } from '@kobo/server/db/insert-rows'
import {
  affordableKobo,
  canPay,
  orderOf,
  type PastPayout,
  type PastPayouts,
  waitedForItsAccount,
} from './past-payouts.ts'
import { type Random, seeded } from './random.ts'
import type { Row } from './world.ts'

type Scheduled = Row<'scheduled_payout'>

export type ScheduledCounts = Record<'DISPATCHED' | 'NEW' | 'CANCELLED' | 'FAILED', number>

export interface OrdersForLater {
  mode: Mode
  now: Date
  seed: string
  past: PastPayouts
}

/** Adds scheduled payouts; those dispatched are payouts of the history. */
export async function addScheduledPayouts(
  db: Transaction,
  { mode, now, seed, past }: OrdersForLater,
  counts: ScheduledCounts,
): Promise<void> {
  const random = seeded(`${seed} ${mode} scheduled payouts`)
  const rows: Scheduled[] = []
  const add = (
    count: number,
    fits: (payout: PastPayout) => boolean,
    create: (payout: PastPayout, rank: number) => Later,
  ) => {
    for (let rank = 0; rank < count; rank++) {
      const payout = past.take(fits)
      if (!payout) return
      const later = create(payout, rank)
      rows.push({
        id: random.id(later.createdAt),
        ...orderOf(mode, payout),
        created_at: later.createdAt.toISOString(),
        due_at: later.dueAt.toISOString(),
        status: later.status,
        amount_kobo: later.amountKobo ?? payout.amount_kobo,
        reason: later.reason ?? null,
        transaction_id: later.transactionId ?? null,
      })
    }
  }
  add(counts.DISPATCHED, isOld, (payout) => dispatched(random, payout))
  add(counts.NEW, isSolvent, (payout, rank) => waiting(random, payout, now, rank))
  add(counts.CANCELLED, isOld, (payout) => cancelled(random, payout))
  add(counts.FAILED, waitedForItsAccount, (payout) => failed(random, payout))
  await insertRows(
    db,
    'scheduled_payout',
    rows.map((row) => ({ ...row, amount_kobo: String(row.amount_kobo) })),
  )
}

interface Later {
  createdAt: Date
  dueAt: Date
  status: keyof ScheduledCounts
  amountKobo?: bigint
  reason?: string
  transactionId?: string
}

const isOld = (payout: PastPayout) => Date.parse(payout.created_at) - Date.parse(payout.account_since) > dayMs
const isSolvent = (payout: PastPayout) => canPay(payout, BigInt(amounts.stepKobo))

/** Paid within five seconds of its schedule date. */
function dispatched(random: Random, payout: PastPayout): Later {
  const dueAt = new Date(Date.parse(payout.created_at) - random.whole(100, 4900))
  return { createdAt: before(random, payout, dueAt), dueAt, status: 'DISPATCHED', transactionId: payout.id }
}

const amounts = { stepKobo: 50_000, maxSteps: 40 }

/** Some are due within minutes, some within hours, most in the next weeks at a quarter-hour of working time. */
function waiting(random: Random, payout: PastPayout, now: Date, rank: number): Later {
  const amountKobo = affordableKobo(random, payout, amounts)
  const latest = now.getTime() - 6 * minuteMs
  const createdAt = before(random, payout, new Date(latest - random.whole(0, 4 * dayMs)))
  const dueAt = () => {
    if (rank % 9 === 0) return new Date(now.getTime() + random.whole(2 * minuteMs, 40 * minuteMs))
    if (rank % 9 < 3) return new Date(now.getTime() + random.whole(hourMs, 12 * hourMs))
    const day = dayStart(lagosDay(new Date(now.getTime() + random.whole(2, 30) * dayMs)))
    return new Date(day.getTime() + 8 * hourMs + random.whole(0, 36) * 15 * minuteMs)
  }
  return { createdAt, dueAt: dueAt(), status: 'NEW', amountKobo }
}

function cancelled(random: Random, payout: PastPayout): Later {
  const dueAt = new Date(payout.created_at)
  const createdAt = before(random, payout, dueAt)
  return { createdAt, dueAt, status: 'CANCELLED', reason: 'Cancelled by the merchant' }
}

/** Due before the merchant was accepted and had an account. */
function failed(random: Random, payout: PastPayout): Later {
  const [from, to] = [Date.parse(payout.merchant_since), Date.parse(payout.account_since)]
  const createdAt = new Date(random.whole(from + hourMs, to - 2 * hourMs))
  const dueAt = new Date(random.whole(createdAt.getTime() + hourMs, to - 1000))
  return { createdAt, dueAt, status: 'FAILED', reason: noPayingAccount }
}

/** Returns an instant up to ten days before, at which the account already existed. */
function before(random: Random, { account_since }: PastPayout, at: Date): Date {
  const from = Math.max(at.getTime() - 10 * dayMs, Date.parse(account_since))
  return new Date(random.whole(Math.min(from, at.getTime()), Math.max(from, at.getTime() - hourMs)))
}
