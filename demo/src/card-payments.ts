import type { Mode } from '@kobo/contract/kit/mode'
import type { Transaction } from '@kobo/server/db/database'
import { applyCardOutcome } from '@kobo/server/engine/card-payments/apply-card-outcome'
import { receiveAcquirerSettlement } from '@kobo/server/engine/card-payments/receive-acquirer-settlement'
import { beginCardPayment } from '@kobo/server/engine/card-payments/start-card-payment'
import { openCheckout } from '@kobo/server/engine/checkouts/open-checkout'
import type { TransactionRow } from '@kobo/server/engine/transaction-row'
import type { CardOutcome } from '@kobo/server/rails/acquirer'
import { withIdsFrom } from '@kobo/server/uuid'
import { someMerchants } from './checkouts.ts'
import { dayMs, hourMs, minuteMs } from './calendar.ts'
import type { Past } from './past.ts'
import { type Random, seeded } from './random.ts'
import { wares } from './trades.ts'

export interface CardCounts {
  taken: number
  declined: number
  givenUp: number
}

const schemes = ['Verve', 'Mastercard', 'Visa'] as const

/**
 * Adds checkouts with approved, declined and abandoned card payments through the engine at their past times. The acquirer has
 * settled approved ones older than a day. Returns the number of transactions.
 */
export async function addCardPayments(
  db: Transaction,
  { mode, now, since, seed }: Past,
  counts: CardCounts,
): Promise<number> {
  const random = seeded(`${seed} ${mode} card payments`)
  return await withIdsFrom(random.id, async () => {
    const merchants = await someMerchants(db, mode, now)
    const outcomes = [
      ...Array.from({ length: counts.taken }, () => 'APPROVED' as const),
      ...Array.from({ length: counts.declined }, () => 'DECLINED' as const),
      ...Array.from({ length: counts.givenUp }, () => 'FAILED' as const),
    ]
    const latest = now.getTime() - hourMs
    const collected: { row: TransactionRow; at: Date }[] = []
    for (const [index, outcome] of outcomes.entries()) {
      // The first payment is hours old, so that there is always money the acquirer has not settled yet.
      const from = index === 0 ? latest - 4 * hourMs : since.getTime()
      const at = new Date(Math.floor(from + random.next() * (latest - from)))
      const row = await pay(db, random, { mode, merchant: random.pick(merchants), outcome, at })
      if (outcome === 'APPROVED') collected.push({ row, at })
    }
    await payOut(db, random, { mode, collected, now })
    return outcomes.length
  })
}

async function pay(
  db: Transaction,
  random: Random,
  {
    mode,
    merchant,
    outcome,
    at,
  }: { mode: Mode; merchant: { id: string; name: string }; outcome: CardOutcome['outcome']; at: Date },
): Promise<TransactionRow> {
  const amountKobo = BigInt(random.whole(10, 2500)) * 10_000n
  const checkout = await openCheckout(db, {
    mode,
    merchantId: merchant.id,
    accountName: merchant.name,
    amountKobo,
    reference: `ORD-${random.digits(10)}`,
    narration: random.pick(wares),
    expiresAt: new Date(at.getTime() + hourMs),
    at,
  })
  const begun = await beginCardPayment(db, { checkoutId: checkout.id, at: new Date(at.getTime() + minuteMs) })
  if (!('row' in begun)) throw new Error(`The checkout of ${at.toISOString()} should be open`)
  const outcomeReport = outcomeReportOf(random, outcome, amountKobo)
  const reportedAt = new Date(at.getTime() + minuteMs + random.whole(20_000, 150_000))
  await applyCardOutcome(db, null, { id: begun.row.id, told: outcomeReport, at: reportedAt })
  return begun.row
}

function outcomeReportOf(random: Random, outcome: CardOutcome['outcome'], amountKobo: bigint): CardOutcome {
  if (outcome !== 'APPROVED') return { outcome, code: outcome === 'DECLINED' ? random.pick(['51', '57', '61']) : '17' }
  return { outcome, amountKobo, card: { scheme: random.pick(schemes), lastFour: random.digits(4) } }
}

/** Settles at six in the morning in Lagos for the day before. */
async function payOut(
  db: Transaction,
  random: Random,
  { mode, collected, now }: { mode: Mode; collected: readonly { row: TransactionRow; at: Date }[]; now: Date },
): Promise<void> {
  const byPayday = new Map<number, TransactionRow[]>()
  for (const { row, at } of collected) {
    const payday = (Math.floor((at.getTime() + hourMs) / dayMs) + 1) * dayMs + 5 * hourMs
    if (payday < now.getTime()) byPayday.set(payday, [...(byPayday.get(payday) ?? []), row])
  }
  for (const [payday, rows] of [...byPayday].toSorted(([a], [b]) => a - b)) {
    await receiveAcquirerSettlement(db, {
      mode,
      reference: `ACQ-${random.hex(16).toUpperCase()}`,
      refunds: [],
      at: new Date(payday),
      items: rows.map(({ reference, amount_kobo: amountKobo }) => {
        return { reference, amountKobo, costKobo: (amountKobo * 6n) / 1000n }
      }),
    })
  }
}
