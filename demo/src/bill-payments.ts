import { lagosDay } from '@kobo/contract/kit/day'
import type { BillCategory } from '@kobo/contract/kit/bill-category'
import type { Mode } from '@kobo/contract/kit/mode'
import { sql } from 'kysely'
import type { Transaction } from '@kobo/server/db/database'
import { payBill } from '@kobo/server/engine/bills/pay-bill'
import { payPayables } from '@kobo/server/engine/payables'
import { newReference } from '@kobo/server/engine/reference'
import { withIdsFrom } from '@kobo/server/uuid'
import { dayMs, minuteMs } from './calendar.ts'
import type { Past } from './past.ts'
import { later, advancePayment, type PastEnd } from './past-outbound.ts'
import { type Random, seeded } from './random.ts'

export interface BillCounts {
  SUCCESS: number
  FAILED: number
  /** Open ones date from the last minutes. */
  PENDING: number
  QUEUED: number
}

const overDays = 21
const leastKobo = 30_000_000n

/** Returns the number of bill payments planned; too few solvent merchants may reduce it. */
export function billsOf(counts: BillCounts): number {
  return counts.SUCCESS + counts.FAILED + counts.PENDING + counts.QUEUED
}

/**
 * Adds bill payments of the last weeks in every status through the engine at their past times, with the daily payables
 * settlement of the billers. Returns their number, which may be lower in a small demo.
 */
export async function addBillPayments(db: Transaction, { mode, now, seed }: Past, counts: BillCounts): Promise<number> {
  const random = seeded(`${seed} ${mode} bills`)
  const billers = await db.selectFrom('biller').selectAll().orderBy('code').execute()
  const payers = await solventMerchants(db, mode, now)
  if (payers.length === 0) return 0
  const planned = (['SUCCESS', 'FAILED', 'PENDING', 'QUEUED'] as const).flatMap((becomes) =>
    Array.from({ length: counts[becomes] }, () => ({ becomes, at: whenOf(random, becomes, now) })),
  )
  let day = ''
  await withIdsFrom(random.id, async () => {
    for (const { becomes, at } of planned.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
      if (day !== '' && lagosDay(at) !== day)
        await payPayables(db, 'BILLER_FLOAT', { mode, day: lagosDay(at), at: later(at, -1000) })
      day = lagosDay(at)
      const { code: biller, category } = random.pick(billers)
      const { transactionId } = await payBill(db, null, {
        mode,
        merchantId: random.pick(payers).merchant_id,
        walletId: null,
        category: category as BillCategory,
        biller,
        customer: customerOf(random, category),
        amountKobo: BigInt(random.whole(2, 120)) * 10_000n,
        reference: newReference(at, random.id(at)),
        at,
      })
      await advancePayment(db, random, { transactionId, becomes, at })
    }
  })
  return planned.length
}

function whenOf(random: Random, becomes: PastEnd, now: Date): Date {
  const isOpen = becomes === 'PENDING' || becomes === 'QUEUED'
  const agoMs = isOpen
    ? random.whole(60, 1200) * 1000
    : random.whole(30, (overDays * dayMs) / minuteMs) * minuteMs + random.whole(0, 59_999)
  return new Date(now.getTime() - agoMs)
}

/** Returns a phone, meter or decoder number. */
function customerOf(random: Random, category: string): string {
  if (category === 'AIRTIME' || category === 'DATA') return `080${random.digits(8)}`
  return category === 'ELECTRICITY' ? `541${random.digits(8)}` : `70${random.digits(8)}`
}

/** Returns merchants whose balance was always high enough to also pay these bills. */
async function solventMerchants(db: Transaction, mode: Mode, now: Date): Promise<{ merchant_id: string }[]> {
  const since = new Date(now.getTime() - (overDays + 1) * dayMs).toISOString()
  const { rows } = await sql<{ merchant_id: string }>`
    with rich as (
      select account.id, merchant_id, booked_kobo from account join merchant on merchant.id = merchant_id
      where account.kind = 'MERCHANT' and account.mode = ${mode} and merchant.status = 'ACTIVE'
        and available_kobo >= ${leastKobo} and account.created_at < ${since}
      order by available_kobo desc, account.id limit 200
    )
    select merchant_id from rich
    where not exists (
      select from (
        -- Balance before each movement since then, computed backwards from now.
        select rich.booked_kobo - sum(amount_kobo) over (order by at desc, transfer_id desc, position desc) as before
        from entry where account_id = rich.id and at >= ${since}
      ) as movement where before < ${leastKobo}
    )
    order by booked_kobo desc, id limit 60`.execute(db)
  return rows
}
